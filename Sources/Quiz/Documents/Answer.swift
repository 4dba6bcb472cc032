import Timing

/// The Answer document, written once by the player that pressed. Id: `DocumentID.answer`.
package struct Answer: Hashable, Sendable, Codable {
    package var gameId: GameID
    package var questionId: QuestionID
    package var playerId: PlayerID
    /// From 0; anything until the host has checked it.
    package var selectedChoiceIndex: Int
    /// When the button was pressed, in nanoseconds of the player's own monotonic clock.
    package var clientCreatedAtUptimeNs: Int64
    /// Ours: the same moment on the host's clock, as far as the player knows it.
    package var pressedAtHostUptimeNs: Int64?
    /// Ours: how far `pressedAtHostUptimeNs` may be off, either way.
    package var clockErrorNs: Int64?

    package init(
        gameId: GameID,
        questionId: QuestionID,
        playerId: PlayerID,
        selectedChoiceIndex: Int,
        clientCreatedAtUptimeNs: Int64,
        claim: PressClaim? = nil
    ) {
        self.gameId = gameId
        self.questionId = questionId
        self.playerId = playerId
        self.selectedChoiceIndex = selectedChoiceIndex
        self.clientCreatedAtUptimeNs = clientCreatedAtUptimeNs
        pressedAtHostUptimeNs = claim?.pressedAt.nanoseconds
        clockErrorNs = claim?.clockError.nanoseconds
    }

    /// What the player says about the moment of the press; `nil` when it has no host time.
    package var claim: PressClaim? {
        // A time of which nobody says how far it may be off says nothing.
        guard let pressedAtHostUptimeNs, let clockErrorNs else { return nil }
        return PressClaim(
            pressedAt: MonotonicTime(nanoseconds: pressedAtHostUptimeNs),
            clockError: .nanoseconds(max(0, clockErrorNs))
        )
    }
}
