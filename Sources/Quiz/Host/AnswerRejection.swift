/// Why an answer counts for nothing. None of them uses up the player's answer to any question.
package enum AnswerRejection: String, Hashable, Sendable, Codable {
    /// Its player has no seat.
    case notSeated
    /// No question is open, and it is not a late answer to the last one.
    case notOpen
    /// Another question is open.
    case otherQuestion
    /// It came before the question was opened.
    case beforeStart
    /// The button was pressed after the close.
    case afterClose
    /// The question has no such choice.
    case choiceOutOfRange
    /// The player has answered this buzz question wrongly.
    case lockedOut
    /// The player has answered this question already.
    case repeated
}
