import Timing

/// What the host's owner chooses for a game.
package struct HostSettings: Hashable, Sendable, Codable {
    package var scoring: Scoring
    /// Whether a question closes as soon as every seated, connected player has answered.
    package var closesEarly: Bool
    /// How long after a close the host waits for connected boards that have not acknowledged it, in nanoseconds.
    package var lateWindowNs: Int64
    /// How many players find a seat.
    package var seatLimit: Int
    /// Whose turn it is when presses cannot be told apart is drawn from it.
    package var seed: UInt64?

    package init(
        scoring: Scoring = Scoring(),
        closesEarly: Bool = true,
        lateWindow: Duration = QuizLimits.lateWindow,
        seatLimit: Int = QuizLimits.seats,
        seed: UInt64? = nil
    ) {
        self.scoring = scoring
        self.closesEarly = closesEarly
        lateWindowNs = max(0, lateWindow.nanoseconds)
        self.seatLimit = seatLimit
        self.seed = seed
    }

    package var lateWindow: Duration { .nanoseconds(lateWindowNs) }
}
