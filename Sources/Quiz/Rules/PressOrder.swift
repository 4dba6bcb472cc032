import Timing

/// Who pressed first, when every time has an error.
///
/// Two presses whose errors overlap are equal: nobody can say which was earlier. Among those that may be the earliest of all,
/// which are equal to each other, the smaller error goes first, and between equal errors the order that was drawn for this
/// question. Then the next place is given in the same way among those that are left. So nobody stands behind a press that
/// was surely later.
package struct PressOrder: Hashable, Sendable {
    /// One press as the host ruled on it.
    package struct Press: Hashable, Sendable {
        package let player: PlayerID
        package let pressedAt: MonotonicTime
        /// Either way, not below zero; of a player without host time, what the host supposes.
        package let error: Duration
        /// A moment that the press was not after, whatever the error; nil for none.
        package let arrivedAt: MonotonicTime?

        package init(player: PlayerID, pressedAt: MonotonicTime, error: Duration, arrivedAt: MonotonicTime? = nil) {
            self.player = player
            self.pressedAt = pressedAt
            self.error = max(.zero, error)
            self.arrivedAt = arrivedAt
        }

        fileprivate var earliest: Int64 {
            let (moment, overflow) = pressedAt.nanoseconds.subtractingReportingOverflow(error.nanoseconds)
            return overflow ? .min : moment
        }

        fileprivate var latest: Int64 {
            let (moment, overflow) = pressedAt.nanoseconds.addingReportingOverflow(error.nanoseconds)
            return min(overflow ? .max : moment, arrivedAt?.nanoseconds ?? .max)
        }

        /// Whether both may have been made at the same moment.
        package func isEqual(to other: Press) -> Bool {
            earliest <= other.latest && other.earliest <= latest
        }
    }

    /// A press with its place.
    package struct Place: Hashable, Sendable {
        package let press: Press
        /// The presses that may have been earlier than this one and come behind it only by the rule, or that this one comes
        /// behind only by it; in the order of their places.
        package let equals: [PlayerID]
    }

    /// First to last.
    package let places: [Place]

    /// - Parameters:
    ///   - presses: in the order of the seats, one per player.
    ///   - generator: drawn from the game's seed for this question. It draws the same number of times whatever the presses.
    package init(_ presses: [Press], using generator: inout SeededGenerator) {
        let drawn = Dictionary(presses.map { ($0.player, generator.next()) }, uniquingKeysWith: { first, _ in first })
        var left = presses
        var ordered: [Press] = []
        while let bound = left.map(\.latest).min() {
            // Equal to the press that must be over first.
            let candidates = left.filter { $0.earliest <= bound }
            let next = candidates.min { one, other in
                if one.error != other.error { return one.error < other.error }
                return drawn[one.player] ?? 0 < drawn[other.player] ?? 0
            }
            guard let next else { break }
            ordered.append(next)
            left.removeAll { $0.player == next.player }
        }
        places = ordered.map { press in
            Place(
                press: press,
                equals: ordered.filter { $0.player != press.player && $0.isEqual(to: press) }.map(\.player))
        }
    }
}
