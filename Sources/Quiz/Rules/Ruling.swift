import Timing

/// The host's decision about when a button was pressed.
package struct Ruling: Hashable, Sendable {
    /// The press on the host's monotonic clock: never before the question's start, never after the arrival.
    package let pressedAt: MonotonicTime
    /// Whether the claim lay outside what could be believed and was moved to the nearest moment that could.
    package let wasClamped: Bool

    /// Rules on one answer: the claim, clamped into `max(start, arrival - allowance) ... arrival`; without a claim, the
    /// arrival itself.
    ///
    /// - Parameters:
    ///   - arrival: when the last byte of the answer came off the socket, by the host's clock.
    ///   - start: when the question was opened. An arrival before it rules as the arrival.
    ///   - allowance: how far back the claim may lie, see `allowance(measuredDelay:isPaired:)`; below zero is zero.
    package init(claim: PressClaim?, arrival: MonotonicTime, start: MonotonicTime, allowance: Duration) {
        guard let claim else {
            self.init(pressedAt: arrival, wasClamped: false)
            return
        }
        let earliest = min(max(start, arrival.advanced(by: .zero - max(.zero, allowance))), arrival)
        let pressedAt = min(max(claim.pressedAt, earliest), arrival)
        self.init(pressedAt: pressedAt, wasClamped: pressedAt != claim.pressedAt)
    }

    private init(pressedAt: MonotonicTime, wasClamped: Bool) {
        self.pressedAt = pressedAt
        self.wasClamped = wasClamped
    }

    /// How far before its arrival a board's press may lie: the largest one-way delay that the host measured for it
    /// recently plus a margin, at most 250 ms for a peer without pairing and 2 s for a paired board.
    ///
    /// - Parameter measuredDelay: `nil` when nothing was measured; then the margin alone, so that a peer gains nothing
    ///   by dodging the measurement.
    package static func allowance(measuredDelay: Duration?, isPaired: Bool) -> Duration {
        let most = isPaired ? QuizLimits.pairedAllowance : QuizLimits.unpairedAllowance
        return min(max(.zero, min(measuredDelay ?? .zero, most)) + QuizLimits.allowanceMargin, most)
    }
}
