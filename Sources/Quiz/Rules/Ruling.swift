import Timing

/// The host's decision about when a button was pressed.
package struct Ruling: Hashable, Sendable {
    /// The press on the host's monotonic clock: never before the question's start, never after the arrival.
    package let pressedAt: MonotonicTime
    /// Whether the claim lay outside what could be believed and was moved to the nearest moment that could.
    package let wasClamped: Bool
    /// How far `pressedAt` may be from the finger's press: the claim's own error, and what the claim was moved by; nil
    /// without a claim.
    package let error: Duration?

    /// Rules on one answer: the claim, clamped into `max(start, arrival - allowance) ... arrival`; without a claim, the
    /// arrival itself.
    ///
    /// - Parameters:
    ///   - arrival: when the last byte of the answer came off the socket, by the host's clock.
    ///   - start: when the question was opened. An arrival before it rules as the arrival.
    ///   - allowance: how far back the claim may lie, see `allowance(measuredDelay:isPaired:)`; below zero is zero.
    package init(claim: PressClaim?, arrival: MonotonicTime, start: MonotonicTime, allowance: Duration) {
        guard let claim else {
            self.init(pressedAt: arrival, wasClamped: false, error: nil)
            return
        }
        let earliest = min(max(start, arrival.advanced(by: .zero - max(.zero, allowance))), arrival)
        let pressedAt = min(max(claim.pressedAt, earliest), arrival)
        let moved = pressedAt.duration(to: claim.pressedAt).nanoseconds.magnitude
        let (error, overflow) = claim.clockError.nanoseconds.magnitude.addingReportingOverflow(moved)
        self.init(
            pressedAt: pressedAt, wasClamped: moved > 0,
            error: .nanoseconds(overflow ? .max : Int64(clamping: error)))
    }

    private init(pressedAt: MonotonicTime, wasClamped: Bool, error: Duration?) {
        self.pressedAt = pressedAt
        self.wasClamped = wasClamped
        self.error = error
    }

    /// How far before its arrival a board's press may lie: the largest one-way delay that the host measured for it
    /// recently plus a margin, at most 250 ms for a peer without pairing and 2 s for a paired board.
    ///
    /// - Parameter measuredDelay: `nil` when nothing was measured; then the margin alone, so that a peer gains nothing
    ///   by dodging the measurement.
    package static func allowance(measuredDelay: Duration?, isPaired: Bool) -> Duration {
        allowance(
            measuredDelay: measuredDelay,
            atMost: isPaired ? QuizLimits.pairedAllowance : QuizLimits.unpairedAllowance)
    }

    /// The same with a limit that the host's owner chose.
    package static func allowance(measuredDelay: Duration?, atMost limit: Duration) -> Duration {
        let most = max(.zero, limit)
        return min(max(.zero, min(measuredDelay ?? .zero, most)) + QuizLimits.allowanceMargin, most)
    }
}
