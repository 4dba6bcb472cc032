import Timing

/// One answer document as it came in.
package struct AnswerArrival: Hashable, Sendable {
    /// The player whose connection it came over, not merely whom the document names.
    package let player: PlayerID
    package let question: QuestionID
    /// From 0; not checked yet.
    package let choice: Int
    package let claim: PressClaim?
    /// When the last byte came off the socket, by the host's clock.
    package let arrivedAt: MonotonicTime
    /// The order of arrival, from the store.
    package let sequence: Int
    /// How far before its arrival the press may lie, see `Ruling.allowance(measuredDelay:isPaired:)`.
    package let allowance: Duration
    /// How far the host's own idea of the player's clock may be off; nil when it has none, and at a
    /// question where that decides nothing.
    package let linkError: Duration?

    package init(
        player: PlayerID,
        question: QuestionID,
        choice: Int,
        claim: PressClaim?,
        arrivedAt: MonotonicTime,
        sequence: Int,
        allowance: Duration,
        linkError: Duration? = nil
    ) {
        self.player = player
        self.question = question
        self.choice = choice
        self.claim = claim
        self.arrivedAt = arrivedAt
        self.sequence = sequence
        self.allowance = allowance
        self.linkError = linkError
    }

    /// Takes over what an Answer document says; its `playerId` must have been checked against the connection before.
    package init(
        _ answer: Answer, arrivedAt: MonotonicTime, sequence: Int, allowance: Duration, linkError: Duration? = nil
    ) {
        self.init(
            player: answer.playerId,
            question: answer.questionId,
            choice: answer.selectedChoiceIndex,
            claim: answer.claim,
            arrivedAt: arrivedAt,
            sequence: sequence,
            allowance: allowance,
            linkError: linkError
        )
    }
}
