import Dispatch
import Synchronization
import Timing

/// Asks one peer for its time again and again: some quick questions first, then at the pace of what goes on.
final class ClockRounds: Sendable {
    private struct State {
        var quickLeft = 0
        var isRunning = false
        /// Counts the timers, so that only the last one that was set does anything.
        var timer = 0
    }

    private static let queue = DispatchQueue(label: "clock-rounds", qos: .utility)

    private let state = Mutex(State())
    private let interval: @Sendable () -> Duration
    private let ask: @Sendable () -> Void

    /// Both are called on a queue of its own and must be quick.
    init(interval: @escaping @Sendable () -> Duration, ask: @escaping @Sendable () -> Void) {
        self.interval = interval
        self.ask = ask
    }

    /// Begins, or begins again, with the quick questions. Any thread.
    func start() {
        state.withLock { state in
            state.isRunning = true
            state.quickLeft = ClockTuning.quickCount
        }
        set(after: .zero)
    }

    /// Asks soon, because the pace is quicker now. Any thread.
    func hurry(after wait: Duration = .zero) {
        set(after: wait)
    }

    /// Ends; `start` begins again. Any thread.
    func stop() {
        state.withLock { state in
            state.isRunning = false
            state.timer += 1
        }
    }

    private func set(after wait: Duration) {
        let timer = state.withLock { state -> Int? in
            guard state.isRunning else { return nil }
            state.timer += 1
            return state.timer
        }
        guard let timer else { return }
        Self.queue.asyncAfter(deadline: .now() + .nanoseconds(Int(wait.nanoseconds))) { [weak self] in self?.fire(timer)
        }
    }

    private func fire(_ timer: Int) {
        guard state.withLock({ $0.isRunning && $0.timer == timer }) else { return }
        ask()
        let isQuick = state.withLock { state in
            state.quickLeft = max(0, state.quickLeft - 1)
            return state.quickLeft > 0
        }
        guard !isQuick else { return set(after: ClockTuning.quickInterval) }
        set(after: interval())
    }
}
