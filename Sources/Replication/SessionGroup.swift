import Documents
import Timing

/// The sessions of one database, served in batches: whatever came in together is written in one commit, then answered.
///
/// It keeps no thread and no timer. Its owner calls any of `receive`, `touch`, `databaseChanged` and `tick`, and then
/// `settle`, all on one queue; and `tick` again when `deadline` is reached.
package final class SessionGroup {
    private let database: Database
    private let clock: any TimeSource
    private var sessions: [UInt64: Session] = [:]
    private var touched: [UInt64] = []
    private var isTouched: Set<UInt64> = []

    /// A group without sessions yet.
    package init(database: Database, clock: any TimeSource) {
        self.database = database
        self.clock = clock
    }

    /// The session of that id; nil when its connection is gone.
    package subscript(id: UInt64) -> Session? { sessions[id] }

    /// In ascending order, so that a simulation goes the same way each time.
    package var ids: [UInt64] { sessions.keys.sorted() }

    /// When `tick` is wanted next; nil when nothing waits for time.
    package var deadline: MonotonicTime? { sessions.values.compactMap(\.deadline).min() }

    /// Adds a session and lets it speak.
    package func add(_ id: UInt64, _ session: Session) {
        sessions[id] = session
        session.now = clock.now
        session.open()
        touch(id)
    }

    /// Forgets a session whose connection is gone. Returns it.
    @discardableResult
    package func remove(_ id: UInt64) -> Session? {
        guard let session = sessions.removeValue(forKey: id) else { return nil }
        session.connectionClosed()
        return session
    }

    // MARK: A batch

    /// Takes one binary message from the peer of session `id`.
    package func receive(_ frame: [UInt8], for id: UInt64, at receivedAt: MonotonicTime) {
        guard let session = sessions[id] else { return }
        session.now = clock.now
        session.receive(frame, at: receivedAt)
        touch(id)
    }

    /// Lets a session do what an outside change allows.
    package func touch(_ id: UInt64) {
        if isTouched.insert(id).inserted { touched.append(id) }
    }

    /// Documents were committed, here or by somebody else.
    package func databaseChanged() {
        for id in ids {
            sessions[id]?.databaseChanged()
            touch(id)
        }
    }

    /// Lets time pass for the sessions that wait for it.
    package func tick() {
        let now = clock.now
        for id in ids {
            guard let session = sessions[id], let deadline = session.deadline, deadline <= now else { continue }
            session.tick(now)
            touch(id)
        }
    }

    /// Whether a session has left something for another `settle`, so that others get their turn first.
    package var hasWork: Bool { !touched.isEmpty }

    /// Ends the batch: commits what was received, and lets the sessions answer and go on.
    package func settle() {
        let ids = touched
        var work = ids.compactMap { sessions[$0] }
        touched.removeAll(keepingCapacity: true)
        isTouched.removeAll(keepingCapacity: true)
        while !work.isEmpty {
            commit(work)
            for session in work {
                session.now = clock.now
                session.proceed()
            }
            work = work.filter { $0.needsCommit && !$0.isClosed }
        }
        for id in ids where sessions[id]?.wantsTurn == true { touch(id) }
    }

    private func commit(_ sessions: [Session]) {
        let waiting = sessions.filter(\.needsCommit)
        guard !waiting.isEmpty, write(waiting) != nil else { return }
        // What one peer sent may be to blame: the others get a commit of their own.
        for session in waiting {
            if waiting.count == 1 || write([session]) != nil { session.commitFailed() }
        }
    }

    /// Writes what the sessions hold in one commit. Returns why it could not.
    private func write(_ sessions: [Session]) -> (any Error)? {
        do {
            try database.transaction(.normal) {
                for session in sessions { try session.commit() }
            }
            return nil
        } catch {
            return error
        }
    }
}
