import Glibc
import Synchronization
import Timing

/// A panel of the keys 1 to 4 that reads a terminal itself: a player on a laptop.
///
/// Keys arrive one by one and are not echoed; Ctrl-C still interrupts. The terminal's own settings come back on `stop`,
/// at the process's exit, and when a signal ends it, see `TerminalMode`.
package final class TerminalPanel: ButtonPanel {
    private struct State {
        var thread: PanelThread?
        var isStarted = false
        var isStopped = false
    }

    private let state = Mutex(State())
    private let input: Int32
    private let onGone: @Sendable () -> Void
    private let wake: WakePipe

    /// - Parameters:
    ///   - input: the terminal's descriptor; stays open and the caller's.
    ///   - onGone: called once on the panel's thread when the terminal is gone: its end of file (Ctrl-D), or a hang-up.
    package init(input: Int32 = STDIN_FILENO, onGone: @escaping @Sendable () -> Void = {}) throws(ButtonsError) {
        self.input = input
        self.onGone = onGone
        wake = try WakePipe()
    }

    deinit {
        stop()
    }

    package func start(_ handler: @escaping @Sendable (Press) -> Void) throws {
        try state.withLock { state in
            guard !state.isStarted, !state.isStopped else {
                throw ButtonsError(.alreadyUsed, "a panel starts once; make a new one", context: "keyboard")
            }
            try TerminalMode.enter(input)
            do {
                state.thread = try PanelThread("keyboard") { [input, onGone, wake] in
                    Self.run(input, wake: wake, handler: handler, onGone: onGone)
                }
            } catch {
                TerminalMode.leave()
                throw error
            }
            state.isStarted = true
        }
    }

    package func stop() {
        let thread: PanelThread? = state.withLock { state in
            guard state.isStarted, !state.isStopped else {
                state.isStopped = true
                return nil
            }
            state.isStopped = true
            return state.thread
        }
        guard let thread else { return }
        wake.signal()
        thread.join()
        TerminalMode.leave()
    }

    /// Ctrl-D, which is a byte like any other while line buffering is off.
    private static let endOfTransmission: UInt8 = 4

    private static func run(
        _ input: Int32, wake: WakePipe, handler: @Sendable (Press) -> Void, onGone: @Sendable () -> Void
    ) {
        var bytes = [UInt8](repeating: 0, count: 64)
        while true {
            var polled = [
                pollfd(fd: input, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&polled, 2, -1)
            if ready < 0 && errno == EINTR { continue }
            if ready < 0 { return onGone() }
            if polled[1].revents != 0 { return }
            let count = read(input, &bytes, bytes.count)
            let time = MonotonicTime.now()
            if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            if count <= 0 { return onGone() }
            for byte in bytes[..<count] {
                if byte == endOfTransmission { return onGone() }
                guard let button = KeyboardPanel.button(of: Character(Unicode.Scalar(byte))) else { continue }
                handler(Press(button: button, time: time))
            }
        }
    }
}
