import Quiz
import Timing

/// What happened on a board, in order.
package enum PlayerUpdate: Sendable {
    /// A game was seen, and a seat in it is asked for.
    case joining(GameID, title: String)
    /// The host has the board in its list; `inLobby` when the game has not started.
    case seated(inLobby: Bool)
    /// A question is open. `knownAt` is when the board knew, on its own clock.
    case opened(QuestionID, QuestionState, Question, knownAt: MonotonicTime)
    /// A button, from 0, was pressed for the first time in the lobby; the host ticks it off.
    case buttonSeen(Int)
    case answered(Answer)
    /// This player was first at the buzz question that is on, and answers aloud.
    case called
    /// The host did not take the board's seat or answer, for a reason in its words.
    case refused(String)
    case result(AnswerResult)
    /// The host has taken a result of this player back; another one follows.
    case resultWithdrawn(QuestionID)
    case leaderboard(Leaderboard, rank: Int?)
    case lamps(BoardLamps)
    case finished
    /// The database does not take the answer; nothing was sent.
    case storageTrouble(String)
}
