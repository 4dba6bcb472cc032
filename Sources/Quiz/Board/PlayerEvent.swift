import Timing

/// What happens to a board.
///
/// Documents may come in any order and any number of times. After a restart the engine feeds the stored ones of the
/// game, its own answers included, before the first press.
package enum PlayerEvent: Hashable, Sendable {
    case connectionUp
    case connectionDown
    /// A Game document; its id is the game's.
    case gameSeen(GameID, GameDocument)
    case questionState(QuestionState)
    /// A Question document and its id.
    case question(QuestionID, Question)
    /// An Answer document of this player that is in the board's database.
    case ownAnswer(Answer)
    /// This player's Player document in a game, as it is in the board's database: the buttons that were pressed in its lobby.
    case ownPlayer(GameID, buttonsSeen: [Int])
    /// A button, from 0, was pressed: at `edge` by the board's clock, at `claim` by the host's if known.
    case press(button: Int, edge: MonotonicTime, claim: PressClaim?)
    case result(AnswerResult)
    /// The host has deleted this player's AnswerResult of the question: its verdict was taken back.
    case resultWithdrawn(QuestionID)
    case leaderboard(Leaderboard)
}
