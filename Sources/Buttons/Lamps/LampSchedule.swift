import Timing

/// Which lamps are on at which moment. A value without clock or lines.
struct LampSchedule: Hashable, Sendable {
    private var pattern = LampPattern.all(.off)
    private var since: MonotonicTime?

    /// Shows a pattern from now on; the same again goes on as it is.
    mutating func show(_ new: LampPattern, at now: MonotonicTime) {
        guard new != pattern || since == nil else { return }
        pattern = new
        since = now
    }

    /// Lamps by button.
    func levels(at now: MonotonicTime) -> [Bool] {
        let elapsed = elapsed(at: now)
        return pattern.lamps.enumerated().map { button, lamp in
            Rhythm(lamp, button: button).isOn(at: elapsed)
        }
    }

    /// When the levels change by themselves; `nil` for never.
    func nextChange(after now: MonotonicTime) -> MonotonicTime? {
        let elapsed = elapsed(at: now)
        return pattern.lamps.enumerated().compactMap { button, lamp in
            Rhythm(lamp, button: button).nextChange(after: elapsed).map { now.advanced(by: $0 - elapsed) }
        }.min()
    }

    private func elapsed(at now: MonotonicTime) -> Duration {
        max(.zero, (since ?? now).duration(to: now))
    }
}

/// A lamp that is on in one part of each period, or always, or never.
private struct Rhythm {
    /// Zero for a steady lamp.
    private var period = Duration.zero
    private var on = Duration.zero
    private var off = Duration.zero
    private var isSteady = false

    init(_ lamp: LampPattern.Lamp, button: Int) {
        let slot = LampTuning.slowPeriod / ButtonsTuning.lineCount
        switch lamp {
        case .off: break
        case .on: isSteady = true
        case .slow: (period, on, off) = (LampTuning.slowPeriod, .zero, LampTuning.slowPeriod / 2)
        case .turn: (period, on, off) = (LampTuning.slowPeriod, LampTuning.slowPeriod / 2, LampTuning.slowPeriod)
        case .fast: (period, on, off) = (LampTuning.fastPeriod, .zero, LampTuning.fastPeriod / 2)
        case .glint: (period, on, off) = (LampTuning.glintPeriod, .zero, LampTuning.glint)
        case .running: (period, on, off) = (LampTuning.slowPeriod, slot * button, slot * (button + 1))
        }
    }

    func isOn(at elapsed: Duration) -> Bool {
        guard period > .zero else { return isSteady }
        let phase = phase(elapsed)
        return phase >= on && phase < off
    }

    func nextChange(after elapsed: Duration) -> Duration? {
        guard period > .zero else { return nil }
        let phase = phase(elapsed)
        let next = [on, off, period + on].first { $0 > phase } ?? period + on
        return elapsed - phase + next
    }

    private func phase(_ elapsed: Duration) -> Duration {
        .nanoseconds(elapsed.nanoseconds % period.nanoseconds)
    }
}

/// The lamps' times.
enum LampTuning {
    static let slowPeriod = Duration.seconds(1)
    static let fastPeriod = Duration.milliseconds(250)
    static let glintPeriod = Duration.seconds(2)
    static let glint = Duration.milliseconds(80)
}
