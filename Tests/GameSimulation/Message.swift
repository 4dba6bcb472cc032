import Quiz
import Timing

/// What goes over a connection between a board and its host: documents, confirmations, and questions for the time.
enum Message {
    // From a board.
    case join
    case answer(Answer)
    /// The board has stored the closed state of this question.
    case hasClose(QuestionID)
    // From the host.
    case game(GameDocument)
    case question(QuestionID, Question)
    case state(QuestionState)
    case result(AnswerResult)
    /// The result of this question is deleted.
    case resultWithdrawn(QuestionID)
    case leaderboard(Leaderboard)
    /// The host has stored the answer to this question.
    case hasAnswer(QuestionID)
    // Either way: when it was asked, by the asker's clock; and with it when it had arrived and left again, by the other's.
    case ask(MonotonicTime)
    case tell(asked: MonotonicTime, received: MonotonicTime, answered: MonotonicTime, epoch: String)
}
