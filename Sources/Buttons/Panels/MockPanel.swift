import Timing

/// A panel without hardware that plays a script: for demos, tests, and boards without buttons.
///
/// Scripted edges pass through the same `PressDetector` as real ones. An edge carries the moment the script gives it,
/// as the kernel would stamp it, even when the thread wakes later.
package final class MockPanel: ButtonPanel {
    private struct State: Sendable {
        var player: ScriptPlayer
        var thread: PanelThread?
        var onContact: @Sendable (Press) -> Void = { _ in }
        var isStarted = false
        var isStopped = false
    }

    private let signal: TimedSignal<State>
    private let clock = MonotonicClock()

    package init(_ script: ButtonScript) {
        signal = TimedSignal(State(player: ScriptPlayer(script)))
    }

    /// Reads a script from a file; throws `ButtonsError` as `ButtonScript(file:)` does.
    package convenience init(file: String) throws(ButtonsError) {
        self.init(try ButtonScript(file: file))
    }

    deinit {
        stop()
    }

    package func onContact(_ handler: @escaping @Sendable (Press) -> Void) {
        signal.update { $0.onContact = handler }
    }

    /// The moments of the script count from here.
    package func start(_ handler: @escaping @Sendable (Press) -> Void) throws {
        let now = clock.now
        let mayStart = signal.update { state in
            guard !state.isStarted, !state.isStopped else { return false }
            state.isStarted = true
            state.player.start(at: now)
            return true
        }
        guard mayStart else {
            throw ButtonsError(.alreadyUsed, "a panel starts once; make a new one", context: "mock panel")
        }
        let thread = try PanelThread("mock panel") { [signal, clock] in
            Self.run(signal, clock: clock, handler: handler)
        }
        let wasStopped = signal.update { state in
            state.thread = thread
            return state.isStopped
        }
        if wasStopped { thread.join() }
    }

    package func stop() {
        let thread = signal.update { state in
            state.isStopped = true
            return state.thread
        }
        thread?.join()
    }

    package func lobbyEntered() {
        let now = clock.now
        signal.update { $0.player.lobbyEntered(at: now) }
    }

    package func questionOpened(index: Int) {
        let now = clock.now
        signal.update { $0.player.questionOpened(index: index, at: now) }
    }

    private static func run(
        _ signal: TimedSignal<State>, clock: MonotonicClock, handler: @Sendable (Press) -> Void
    ) {
        while true {
            let news: (presses: [Press], contacts: [Press], onContact: @Sendable (Press) -> Void)? = signal.wait {
                state in
                if state.isStopped { return .done(nil) }
                let presses = state.player.advance(to: clock.now)
                let contacts = state.player.takeContacts()
                return presses.isEmpty && contacts.isEmpty
                    ? .waitUntil(state.player.deadline) : .done((presses, contacts, state.onContact))
            }
            guard let news else { return }
            news.presses.forEach(handler)
            news.contacts.forEach(news.onContact)
        }
    }
}
