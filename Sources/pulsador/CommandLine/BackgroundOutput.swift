import Dispatch
import Synchronization

/// Writes lines on a thread of its own, in their order, for commands that must not wait for whoever reads them: a pager
/// or a stopped terminal would stop the game.
final class BackgroundOutput: @unchecked Sendable {
    // SAFETY: `onQueue` never changes, and is not Sendable only to Swift 6.0; the rest is.

    private struct State {
        var waitingBytes = 0
        var lostLines = 0
    }

    /// Bytes that may wait for the reader. What comes beyond them is lost, and counted.
    private static let limit = 4 << 20

    private let queue = DispatchQueue(label: "output")
    private let onQueue = DispatchSpecificKey<Void>()
    private let state = Mutex(State())
    private let write: @Sendable (_ text: String, _ descriptor: Int32) -> Void

    /// `write` may block; it is called on the queue.
    init(_ write: @escaping @Sendable (_ text: String, _ descriptor: Int32) -> Void) {
        self.write = write
        queue.setSpecific(key: onQueue, value: ())
    }

    func put(_ text: String, to descriptor: Int32) {
        let size = text.utf8.count
        let lost: Int? = state.withLock { state in
            guard state.waitingBytes + size <= Self.limit else {
                state.lostLines += 1
                return nil
            }
            state.waitingBytes += size
            defer { state.lostLines = 0 }
            return state.lostLines
        }
        guard let lost else { return }
        queue.async { [self] in
            if lost > 0 { write("\(lost) lines were lost: nobody read them in time\n", Output.standardError) }
            write(text, descriptor)
            state.withLock { $0.waitingBytes -= size }
        }
    }

    /// Waits until all is written, but not for a reader that does not read.
    func flush(atMost limit: DispatchTimeInterval) {
        // On the queue itself: what is being written found no reader, so nothing behind it would.
        guard DispatchQueue.getSpecific(key: onQueue) == nil else { return }
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        _ = done.wait(timeout: .now() + limit)
    }
}
