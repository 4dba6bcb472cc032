import Synchronization
import Timing

/// Reads edges on a thread of its own and makes presses of them; when the device goes away it waits for its return.
final class EdgeReader: Sendable {
    private struct State {
        /// Until the thread has it.
        var source: (any EdgeSource)?
        var thread: PanelThread?
        var handlers = PressHandlers()
        var isStarted = false
        var isStopped = false
    }

    private let state: Mutex<State>
    private let name: String
    private let wake: WakePipe
    private let reopening: EdgeReopening

    /// `source` is open, and closed by the reader. `name` is for messages.
    init(_ name: String, _ source: any EdgeSource, reopening: EdgeReopening) throws(ButtonsError) {
        self.name = name
        self.reopening = reopening
        wake = try WakePipe()
        state = Mutex(State(source: source))
    }

    deinit {
        stop()
    }

    /// `handler` and the reopening's `tell` are called on the reader's thread.
    func start(_ handler: @escaping @Sendable (Press) -> Void) throws(ButtonsError) {
        let fault: ButtonsError? = state.withLock { state in
            guard !state.isStarted, !state.isStopped, let source = state.source else {
                return ButtonsError(.alreadyUsed, "a panel starts once; make a new one", context: name)
            }
            do throws(ButtonsError) {
                state.handlers.press = handler
                state.thread = try PanelThread(name) { [wake, reopening, handlers = state.handlers] in
                    var loop = EdgeLoop(source, reopening: reopening, handlers: handlers)
                    loop.run(until: wake)
                }
            } catch {
                return error
            }
            state.isStarted = true
            state.source = nil
            return nil
        }
        if let fault { throw fault }
    }

    /// As `ButtonPanel.onContact`.
    func onContact(_ handler: @escaping @Sendable (Press) -> Void) {
        state.withLock { $0.handlers.contact = handler }
    }

    /// As `ButtonPanel.onHold`.
    func onHold(_ handler: @escaping @Sendable (Press) -> Void) {
        state.withLock { $0.handlers.hold = handler }
    }

    /// Idempotent; after it no handler runs, unless it is the handler that called it.
    func stop() {
        let (source, thread) = state.withLock { state in
            state.isStopped = true
            defer { state.source = nil }
            return (state.source, state.thread)
        }
        source?.close()
        wake.signal()
        thread?.join()
    }
}
