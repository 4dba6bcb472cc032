/// The AnswerResult document, written by the host at the reveal and never before: it would give the key away. Id:
/// `DocumentID.answerResult`.
package struct AnswerResult: Hashable, Sendable, Codable {
    package var gameId: GameID
    package var questionId: QuestionID
    package var playerId: PlayerID
    /// Whether the answer counted as right; never true for a late one or in a poll.
    package var isCorrect: Bool
    /// What the total changes by: 0 to 1000 × weight, or below 0 when the pack takes points for wrong answers.
    package var points: Int
    /// The order in which the host received the answers.
    package var hostReceivedSeq: Int
    /// When the answer arrived, in nanoseconds of the host's monotonic clock.
    package var hostReceivedUptimeNs: Int64
    /// Ours: when the button was pressed by the host's ruling; same clock.
    package var pressedAtHostUptimeNs: Int64?
    /// Ours: how far `pressedAtHostUptimeNs` may be off, either way; absent when the player has no host time.
    package var clockErrorNs: Int64?
    /// Ours: true when the player's claim lay outside what the host could believe and was moved.
    package var wasClamped: Bool?
    /// Ours: true when the press was in time but arrived after the reveal.
    package var isLate: Bool?
    /// Ours, for a buzz question: the place in the order of presses, from 1; the first answered aloud.
    package var buzzPlace: Int?
    /// Ours, for a buzz question: nanoseconds after the first press; below zero when it was rightly earlier and heard of too
    /// late, or equal within the errors.
    package var buzzGapNs: Int64?

    package init(
        gameId: GameID,
        questionId: QuestionID,
        playerId: PlayerID,
        isCorrect: Bool,
        points: Int,
        hostReceivedSeq: Int,
        hostReceivedUptimeNs: Int64,
        pressedAtHostUptimeNs: Int64? = nil,
        clockErrorNs: Int64? = nil,
        wasClamped: Bool? = nil,
        isLate: Bool? = nil
    ) {
        self.gameId = gameId
        self.questionId = questionId
        self.playerId = playerId
        self.isCorrect = isCorrect
        self.points = points
        self.hostReceivedSeq = hostReceivedSeq
        self.hostReceivedUptimeNs = hostReceivedUptimeNs
        self.pressedAtHostUptimeNs = pressedAtHostUptimeNs
        self.clockErrorNs = clockErrorNs
        self.wasClamped = wasClamped
        self.isLate = isLate
    }
}
