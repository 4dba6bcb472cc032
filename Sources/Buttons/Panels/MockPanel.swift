import Timing

/// A panel without hardware that plays a script: for demos, tests, and boards without buttons.
///
/// Scripted edges pass through the same `PressDetector` as real ones. An edge carries the moment the script gives it,
/// as the kernel would stamp it, even when the thread wakes later.
package final class MockPanel: ButtonPanel {
    private struct State: Sendable {
        var player: ScriptPlayer
        var thread: PanelThread?
        var handlers = PressHandlers()
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
        signal.update { $0.handlers.contact = handler }
    }

    package func onHold(_ handler: @escaping @Sendable (Press) -> Void) {
        signal.update { state in
            state.handlers.hold = handler
            state.player.reportsHolds()
        }
    }

    /// The moments of the script count from here.
    package func start(_ handler: @escaping @Sendable (Press) -> Void) throws {
        let now = clock.now
        let mayStart = signal.update { state in
            guard !state.isStarted, !state.isStopped else { return false }
            state.isStarted = true
            state.handlers.press = handler
            state.player.start(at: now)
            return true
        }
        guard mayStart else {
            throw ButtonsError(.alreadyUsed, "a panel starts once; make a new one", context: "mock panel")
        }
        let thread = try PanelThread("mock panel") { [signal, clock] in
            Self.run(signal, clock: clock)
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

    package func questionOpened(index: Int, opening: Int) {
        let now = clock.now
        signal.update { $0.player.questionOpened(index: index, opening: opening, at: now) }
    }

    package func called() {
        let now = clock.now
        signal.update { $0.player.called(at: now) }
    }

    private struct News {
        let presses: [Press]
        let contacts: [Press]
        let holds: [Press]
        let handlers: PressHandlers

        var isNone: Bool { presses.isEmpty && contacts.isEmpty && holds.isEmpty }
    }

    private static func run(_ signal: TimedSignal<State>, clock: MonotonicClock) {
        while true {
            let news: News? = signal.wait { state in
                if state.isStopped { return .done(nil) }
                let presses = state.player.advance(to: clock.now)
                let news = News(
                    presses: presses, contacts: state.player.takeContacts(), holds: state.player.takeHolds(),
                    handlers: state.handlers)
                return news.isNone ? .waitUntil(state.player.deadline) : .done(news)
            }
            guard let news else { return }
            news.presses.forEach(news.handlers.press)
            news.contacts.forEach(news.handlers.contact)
            if let hold = news.handlers.hold { news.holds.forEach(hold) }
        }
    }
}
