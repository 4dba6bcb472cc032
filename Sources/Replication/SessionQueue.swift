import Dispatch
import WebSocket

/// Where the sessions of a driver run: one piece of work at a time, in order.
///
/// A listener has a queue of its own, so that a commit that waits for the disk does not keep the network waiting, and
/// arrivals are stamped when they come. A replicator runs on the loop of its socket: it has one connection, and each
/// hand-over between threads that is spared is some 50 µs on an idle board.
protocol SessionQueue: Sendable {
    /// Runs `work` soon. From any thread; from the queue itself, after the present work.
    func run(_ work: @escaping @Sendable () -> Void)
}

extension DispatchQueue: SessionQueue {
    func run(_ work: @escaping @Sendable () -> Void) {
        async(execute: work)
    }
}

extension WebSocketLoop: SessionQueue {
    func run(_ work: @escaping @Sendable () -> Void) {
        // A loop that was stopped has no connections left to work for.
        _ = perform(work)
    }
}
