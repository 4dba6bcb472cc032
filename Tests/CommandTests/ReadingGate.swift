import Dispatch
import Synchronization

/// Stops a reader after some lines, until it is opened.
final class ReadingGate: Sendable {
    private let lines: Int
    private let opened = DispatchSemaphore(value: 0)

    init(after lines: Int) {
        self.lines = lines
    }

    /// Returns at once below the number of lines, or when the gate is open; else waits. Blocks.
    func pass(_ count: Int) {
        guard count >= lines else { return }
        opened.wait()
        opened.signal()
    }

    func open() {
        opened.signal()
    }
}
