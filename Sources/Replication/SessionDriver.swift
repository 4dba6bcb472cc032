import Dispatch
import Documents
import Synchronization
import Timing

/// Runs sessions of one database on one serial queue.
///
/// Whatever arrives while the queue is at work waits in the inbox and is handled together: one drain is one commit,
/// however many peers wrote. So a single change leaves at once, and a burst is grouped by the time the one before it
/// takes, without any timer.
final class SessionDriver: @unchecked Sendable {
    // SAFETY: `sessions`, `transports`, `closed` and `nextTick` are touched only on `queue`; the inbox has its lock.

    enum Input: Sendable {
        case frame(UInt64, [UInt8], MonotonicTime)
        case drained(UInt64)
        case call(@Sendable (SessionDriver) -> Void)
    }

    private struct Inbox {
        var inputs: [Input] = []
        var databaseChanged = false
        var isScheduled = false
    }

    let database: Database
    let clock: any TimeSource
    let tuning: Tuning
    private let queue: DispatchQueue
    private let inbox = Mutex(Inbox())
    private let observation: Mutex<Observation?> = Mutex(nil)
    private var sessions: [UInt64: Session] = [:]
    private var transports: [UInt64: SocketTransport] = [:]
    private var nextTick: MonotonicTime?

    init(label: String, database: Database, tuning: Tuning, clock: any TimeSource) {
        queue = DispatchQueue(label: label)
        self.database = database
        self.tuning = tuning
        self.clock = clock
        let observation = database.observe { [weak self] _ in self?.databaseChanged() }
        self.observation.withLock { $0 = observation }
    }

    /// Stops listening to the database. Sessions are the owner's to close.
    func stopObserving() {
        observation.withLock { $0.take() }?.cancel()
    }

    // MARK: From any thread

    func post(_ input: Input) {
        schedule { $0.inputs.append(input) }
    }

    private func databaseChanged() {
        schedule { $0.databaseChanged = true }
    }

    private func schedule(_ change: (inout Inbox) -> Void) {
        let mustWake = inbox.withLock { inbox in
            change(&inbox)
            defer { inbox.isScheduled = true }
            return !inbox.isScheduled
        }
        if mustWake { queue.async { self.drain() } }
    }

    /// Runs `work` on the queue and waits for it. Not from the queue itself.
    func sync<T>(_ work: (SessionDriver) -> T) -> T {
        queue.sync { work(self) }
    }

    // MARK: On the queue

    /// Adds a session and lets it speak. Call from a `.call` input.
    func add(_ id: UInt64, _ session: Session, _ transport: SocketTransport) {
        sessions[id] = session
        transports[id] = transport
        session.now = clock.now
        session.open()
        settle([id])
    }

    /// Forgets a session whose connection is gone. Returns it.
    @discardableResult
    func remove(_ id: UInt64) -> Session? {
        transports[id] = nil
        guard let session = sessions.removeValue(forKey: id) else { return nil }
        session.connectionClosed()
        return session
    }

    func session(_ id: UInt64) -> Session? { sessions[id] }

    var sessionIDs: [UInt64] { Array(sessions.keys) }

    /// Lets a session do what an outside change allows.
    func touch(_ id: UInt64) {
        settle([id])
    }

    private func drain() {
        let (inputs, databaseChanged) = inbox.withLock { inbox in
            let taken = (inbox.inputs, inbox.databaseChanged)
            inbox = Inbox()
            return taken
        }
        var touched: [UInt64] = []
        var seen: Set<UInt64> = []
        let now = clock.now
        for input in inputs {
            switch input {
            case .frame(let id, let frame, let receivedAt):
                guard let session = sessions[id] else { continue }
                if seen.insert(id).inserted {
                    touched.append(id)
                    session.now = now
                }
                session.receive(frame, at: receivedAt)
                transports[id]?.handled(frame.count)
            case .drained(let id):
                if seen.insert(id).inserted { touched.append(id) }
            case .call(let work):
                work(self)
            }
        }
        if databaseChanged {
            for session in sessions.values { session.databaseChanged() }
            touched = Array(sessions.keys)
        }
        settle(touched)
    }

    private func settle(_ touched: [UInt64]) {
        var work = touched.compactMap { sessions[$0] }
        let all = work
        let now = clock.now
        while !work.isEmpty {
            commit(work)
            for session in work {
                session.now = now
                session.proceed()
            }
            work = work.filter { $0.needsCommit && !$0.isClosed }
        }
        scheduleTick(all.compactMap(\.deadline).min())
    }

    private func commit(_ sessions: [Session]) {
        let waiting = sessions.filter(\.needsCommit)
        guard !waiting.isEmpty else { return }
        do {
            try database.transaction(.normal) {
                for session in waiting { try session.commit() }
            }
        } catch {
            for session in waiting { session.commitFailed(error) }
        }
    }

    // MARK: Time

    /// Runs `work` on the queue after `wait`.
    func after(_ wait: Duration, _ work: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(wait.nanoseconds)), execute: work)
    }

    private func scheduleTick(_ deadline: MonotonicTime?) {
        guard let deadline, nextTick.map({ deadline < $0 }) ?? true else { return }
        nextTick = deadline
        let wait = max(0, clock.now.duration(to: deadline).nanoseconds)
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(wait))) { [weak self] in self?.tick(deadline) }
    }

    private func tick(_ scheduled: MonotonicTime) {
        guard nextTick == scheduled else { return }
        nextTick = nil
        let now = clock.now
        let due = sessions.filter { $0.value.deadline.map { $0 <= now } ?? false }
        for session in due.values { session.tick(now) }
        settle(Array(due.keys))
        scheduleTick(sessions.values.compactMap(\.deadline).min())
    }
}
