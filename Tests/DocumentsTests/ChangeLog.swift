import Synchronization

@testable import Documents

/// Collects what an observer is told, batch by batch.
final class ChangeLog: Sendable {
    private let collected = Mutex<[[DocumentChange]]>([])

    var batches: [[DocumentChange]] { collected.withLock { $0 } }
    var ids: [[String]] { batches.map { $0.map(\.id) } }

    func append(_ changes: [DocumentChange]) {
        collected.withLock { $0.append(changes) }
    }
}
