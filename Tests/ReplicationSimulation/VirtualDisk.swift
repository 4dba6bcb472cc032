import Documents
import Synchronization

/// What happens to a peer's commits: some fail, and a loss of power takes those that nothing has waited for.
final class VirtualDisk: Sendable {
    private struct State {
        var failuresLeft = 0
        var copyPath: String?
        var luck: (@Sendable () -> Bool)?
    }

    private let state = Mutex(State())

    /// Makes the next `count` commits fail.
    func fail(_ count: Int) {
        state.withLock { $0.failuresLeft = count }
    }

    var isArmed: Bool {
        get { state.withLock { $0.copyPath != nil } }
        set { if !newValue { state.withLock { $0 = State() } } }
    }

    /// Keeps a copy of each durable commit from now on in `copyPath`, and of others when `luck` says so.
    func arm(_ copyPath: String, luck: @escaping @Sendable () -> Bool) {
        state.withLock {
            $0.copyPath = copyPath
            $0.luck = luck
        }
    }

    // MARK: For the database

    func willCommit() throws {
        let fails = state.withLock { state in
            guard state.failuresLeft > 0 else { return false }
            state.failuresLeft -= 1
            return true
        }
        // As SQLite says it: SQLITE_FULL.
        if fails { throw DocumentsError(.diskFull, "the simulated disk is full", sqliteCode: 13) }
    }

    func didCommit(_ durability: Durability, _ path: String) {
        let copyPath = state.withLock { state -> String? in
            guard let copyPath = state.copyPath, let luck = state.luck else { return nil }
            return durability == .full || luck() ? copyPath : nil
        }
        guard let copyPath else { return }
        do {
            try VirtualPeer.copyDatabase(from: path, to: copyPath, ["db.sqlite3", "db.sqlite3-wal"])
        } catch {
            preconditionFailure("the simulated disk has room for a copy: \(error)")
        }
    }
}
