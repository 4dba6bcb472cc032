import Buttons
import Synchronization
import Timing

/// Buttons that a test presses.
final class HandPanel: ButtonPanel {
    private let handler = Mutex<(@Sendable (Press) -> Void)?>(nil)

    func start(_ handler: @escaping @Sendable (Press) -> Void) {
        self.handler.withLock { $0 = handler }
    }

    func stop() {
        handler.withLock { $0 = nil }
    }

    func press(_ button: Int, at edge: MonotonicTime) {
        handler.withLock { $0 }?(Press(button: button, time: edge))
    }
}
