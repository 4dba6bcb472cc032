import Timing

/// Whether the beeper is on at which moment. A value without clock or lines.
struct BeepSchedule: Hashable, Sendable {
    /// Where it changes, the first time to on.
    private var changes: [MonotonicTime] = []

    /// Sounds from now on, instead of what sounds.
    mutating func play(_ beep: Beep, at now: MonotonicTime) {
        var moment = now
        changes = [now]
        for length in beep.lengths {
            moment = moment.advanced(by: length)
            changes.append(moment)
        }
    }

    func isOn(at now: MonotonicTime) -> Bool {
        !changes.prefix { $0 <= now }.count.isMultiple(of: 2)
    }

    /// When it changes; `nil` for never.
    func nextChange(after now: MonotonicTime) -> MonotonicTime? {
        changes.first { $0 > now }
    }
}
