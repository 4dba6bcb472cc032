/// The QuestionState document, written by the host: which question is on, and until when. Id:
/// `DocumentID.questionState`.
package struct QuestionState: Hashable, Sendable, Codable {
    package var gameId: GameID
    /// `nil` before the first question.
    package var currentQuestionId: QuestionID?
    /// From 0; 0 before the first question too.
    package var currentQuestionIndex: Int
    package var phase: Phase
    /// Counts the questions opened in this game, from 0; a question asked again counts again.
    package var questionStartSeq: Int
    /// When the question was opened, in nanoseconds of the host's monotonic clock.
    package var questionStartHostUptimeNs: Int64
    /// The deadline while asking, the moment of the close after it; same clock.
    package var closeAtHostUptimeNs: Int64
    /// Ours: true once the results are out; absent before.
    package var isRevealed: Bool?
    /// Ours: who was first at a buzz question and answers aloud; absent otherwise.
    package var answeringPlayerId: PlayerID?
    /// Ours: who has answered this buzz question wrongly and is out of it; absent for nobody.
    package var lockedOutPlayerIds: [PlayerID]?

    package init(
        gameId: GameID,
        currentQuestionId: QuestionID? = nil,
        currentQuestionIndex: Int = 0,
        phase: Phase = .lobby,
        questionStartSeq: Int = 0,
        questionStartHostUptimeNs: Int64 = 0,
        closeAtHostUptimeNs: Int64 = 0,
        isRevealed: Bool? = nil
    ) {
        self.gameId = gameId
        self.currentQuestionId = currentQuestionId
        self.currentQuestionIndex = currentQuestionIndex
        self.phase = phase
        self.questionStartSeq = questionStartSeq
        self.questionStartHostUptimeNs = questionStartHostUptimeNs
        self.closeAtHostUptimeNs = closeAtHostUptimeNs
        self.isRevealed = isRevealed
    }
}
