import Synchronization
import Timing

/// A panel of the keys 1 to 4, for whoever already reads the terminal and passes the keys on.
package final class KeyboardPanel: ButtonPanel {
    private struct State {
        var handler: (@Sendable (Press) -> Void)?
        var isStopped = false
    }

    private let state = Mutex(State())
    private let clock: any TimeSource

    package init(clock: any TimeSource = MonotonicClock()) {
        self.clock = clock
    }

    /// `handler` is called on the thread that calls `key(_:)`.
    package func start(_ handler: @escaping @Sendable (Press) -> Void) throws {
        let isFirst = state.withLock { state in
            guard state.handler == nil, !state.isStopped else { return false }
            state.handler = handler
            return true
        }
        guard isFirst else {
            throw ButtonsError(.alreadyUsed, "a panel starts once; make a new one", context: "keyboard panel")
        }
    }

    /// A key was typed just now. Returns whether it is one of this panel's, 1 to 4; all others are ignored.
    @discardableResult
    package func key(_ key: Character) -> Bool {
        guard let button = Self.button(of: key) else { return false }
        let handler = state.withLock { $0.handler }
        handler?(Press(button: button, time: clock.now))
        return true
    }

    /// A key that is already being reported may still arrive while this returns, from the thread that typed it.
    package func stop() {
        state.withLock { state in
            state.handler = nil
            state.isStopped = true
        }
    }

    static func button(of key: Character) -> Int? {
        switch key {
        case "1": 0
        case "2": 1
        case "3": 2
        case "4": 3
        default: nil
        }
    }
}
