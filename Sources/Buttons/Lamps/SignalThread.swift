import Timing

/// Drives lamps and beeper from a thread of its own: a slow chip holds up nobody else, least of all a press.
final class SignalThread: Sendable {
    private struct State: Sendable {
        var lamps = LampSchedule()
        var beeper = BeepSchedule()
        /// The lines must be requested, at the start and after the chip was away.
        var mustOpen = true
        var isStopped = false
    }

    private struct Step {
        let lamps: [Bool]
        let beeper: Bool
        let mustOpen: Bool
        let isLast: Bool
    }

    private let signal: TimedSignal<State>
    private let thread: PanelThread
    private let clock: any TimeSource

    /// `open` requests the lines, on the new thread; `tell` hears there of lines that stop working.
    init(
        clock: any TimeSource = MonotonicClock(), tell: @escaping @Sendable (PanelState) -> Void,
        open: @escaping @Sendable () -> (lamps: Lamps?, beeper: Beeper?)
    ) throws(ButtonsError) {
        let signal = TimedSignal(State())
        self.signal = signal
        self.clock = clock
        thread = try PanelThread("lamps") { Self.run(signal, clock, tell: tell, open: open) }
    }

    deinit {
        stop()
    }

    func show(_ pattern: LampPattern) {
        let now = clock.now
        signal.update { $0.lamps.show(pattern, at: now) }
    }

    func beep(_ beep: Beep) {
        let now = clock.now
        signal.update { $0.beeper.play(beep, at: now) }
    }

    /// The chip is back.
    func reopen() {
        signal.update { $0.mustOpen = true }
    }

    /// Turns everything off and gives the lines back. Idempotent.
    func stop() {
        signal.update { $0.isStopped = true }
        thread.join()
    }

    private static func run(
        _ signal: TimedSignal<State>, _ clock: any TimeSource, tell: (PanelState) -> Void,
        open: () -> (lamps: Lamps?, beeper: Beeper?)
    ) {
        var outputs: (lamps: Lamps?, beeper: Beeper?) = (nil, nil)
        var shown: (lamps: [Bool], beeper: Bool)?
        while true {
            let step: Step = signal.wait { state in
                let now = clock.now
                let step = Step(
                    lamps: state.lamps.levels(at: now).map { $0 && !state.isStopped },
                    beeper: state.beeper.isOn(at: now) && !state.isStopped, mustOpen: state.mustOpen,
                    isLast: state.isStopped)
                state.mustOpen = false
                if let shown, shown == (step.lamps, step.beeper), !step.mustOpen, !step.isLast {
                    let changes = [state.lamps.nextChange(after: now), state.beeper.nextChange(after: now)]
                    return .waitUntil(changes.compactMap { $0 }.min())
                }
                return .done(step)
            }
            if step.mustOpen, !step.isLast {
                // The old request first: the kernel gives a line once.
                outputs = (nil, nil)
                outputs = open()
            }
            do throws(SystemError) {
                try outputs.lamps?.set(step.lamps)
                try outputs.beeper?.set(step.beeper)
            } catch {
                // A chip that is gone is told of by whoever reads the buttons, and comes back through `reopen`.
                outputs = (nil, nil)
                if !error.isGone { tell(.limited("lamps and beeper do not work any more: \(error)")) }
            }
            if step.isLast { return }
            shown = (step.lamps, step.beeper)
        }
    }
}
