import Quiz
import Timing

/// Whose row in the lobby flashes at which moment. A value without clock.
struct RowFlashes {
    /// On for one step, off for one, and so on.
    private static let step = Duration.milliseconds(200)
    /// On, off, on, off, on: a second, within which a person finds the row.
    private static let steps: Int64 = 5

    private var begun: [PlayerID: MonotonicTime] = [:]

    /// Begins, or begins anew.
    mutating func begin(_ player: PlayerID, at now: MonotonicTime) {
        begun = begun.filter { phase($0.value, now) != nil }
        begun[player] = now
    }

    func isOn(_ player: PlayerID, at now: MonotonicTime) -> Bool {
        begun[player].flatMap { phase($0, now) }?.isMultiple(of: 2) ?? false
    }

    /// When a row changes; nil for never.
    func nextChange(after now: MonotonicTime) -> MonotonicTime? {
        begun.values.compactMap { start in
            phase(start, now).map { start.advanced(by: Self.step * Int($0 + 1)) }
        }.min()
    }

    /// The step since the start; nil when it is over.
    private func phase(_ start: MonotonicTime, _ now: MonotonicTime) -> Int64? {
        let phase = max(0, start.duration(to: now).nanoseconds) / Self.step.nanoseconds
        return phase < Self.steps ? phase : nil
    }
}
