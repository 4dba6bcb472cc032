import Timing

/// Who pressed when at a buzz question, and whose turn it was.
package struct Buzz: Hashable, Sendable {
    /// One press in the order.
    package struct Place: Hashable, Sendable {
        package let player: PlayerID
        /// By the host's ruling.
        package let pressedAt: MonotonicTime
        /// How far `pressedAt` may be off, either way.
        package let error: Duration
        /// After the first one's press; below zero when the press came too late to be first, or when it is equal to the first
        /// within the errors and stands behind it by the rule.
        package let gap: Duration
        /// Whether it may have been at the same moment as the first one's press.
        package let isEqual: Bool
        /// Whether it was earlier than the first one's and came when that one had been called already.
        package let isLate: Bool
    }

    /// First to last; the first was called.
    package let places: [Place]
    /// Who was out of it before, having answered wrongly, in that order.
    package let lockedOut: [PlayerID]
    /// Whether what the first said was right; nil without a verdict.
    package internal(set) var isRight: Bool?

    /// - Parameters:
    ///   - rulings: in the order of arrival, one per player; at least one.
    ///   - seats: all players, in the order of their coming.
    ///   - heard: how many of `rulings` were there when the first was called; nil for all.
    ///   - generator: see `PressOrder`.
    init(
        _ rulings: [RuledAnswer], seats: [PlayerID], heard: Int?, lockedOut: [PlayerID],
        using generator: inout SeededGenerator
    ) {
        let number = Dictionary(seats.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let presses = rulings.map(PressOrder.Press.init)
        let inTime = zip(rulings, presses).prefix(heard ?? presses.count)
            .filter { $0.0.isAfterGathering != true }.map(\.1)
            .sorted { number[$0.player] ?? .max < number[$1.player] ?? .max }
        // The rule names the first; behind it nothing depends on the order.
        let first = PressOrder(inTime, using: &generator).places.first?.press
        let after = Set(presses.map(\.player)).subtracting(inTime.map(\.player))
        let others = presses.filter { $0.player != first?.player }
            .sorted { ($0.pressedAt, $0.player) < ($1.pressedAt, $1.player) }
        let late = others.filter { press in
            after.contains(press.player) && first.map { press.pressedAt < $0.pressedAt } ?? false
        }
        let ordered = (first.map { [$0] } ?? []) + others.filter { !late.contains($0) } + late
        places = ordered.map { press in
            Place(
                player: press.player, pressedAt: press.pressedAt, error: press.error,
                gap: first.map { $0.pressedAt.duration(to: press.pressedAt) } ?? .zero,
                isEqual: first.map { $0.player != press.player && $0.isEqual(to: press) } ?? false,
                isLate: late.contains(press))
        }
        self.lockedOut = lockedOut
    }
}

extension PressOrder.Press {
    /// Without a claim nobody knows how long the news was under way: it may be off by all that the host allows for. With one
    /// the player's word is not enough, since the smaller error goes first: what the host measured of the same clock counts
    /// if it is more.
    init(_ ruled: RuledAnswer) {
        let result = ruled.result
        self.init(
            player: result.playerId,
            pressedAt: MonotonicTime(nanoseconds: result.pressedAtHostUptimeNs ?? result.hostReceivedUptimeNs),
            error: max(ruled.error ?? .zero, .nanoseconds(ruled.supposedErrorNs ?? 0)),
            arrivedAt: MonotonicTime(nanoseconds: result.hostReceivedUptimeNs))
    }
}
