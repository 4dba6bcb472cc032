import Synchronization

/// Lets reports through to their receiver until it is shut.
final class ReportGate<Report>: Sendable {
    private let receiver: Mutex<(@Sendable (Report) -> Void)?>

    init(_ receiver: @escaping @Sendable (Report) -> Void) {
        self.receiver = Mutex(receiver)
    }

    /// Calls the receiver, outside the lock, unless the gate is shut.
    func pass(_ report: Report) {
        let receiver = receiver.withLock { $0 }
        receiver?(report)
    }

    /// No call begins after this returns; one that has begun may still be running.
    func shut() {
        receiver.withLock { $0 = nil }
    }
}
