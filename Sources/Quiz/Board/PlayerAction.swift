/// What a board's engine must do, in order.
package enum PlayerAction: Hashable, Sendable {
    /// Save this player's Player document in the game.
    case join(GameID)
    /// A button, from 0, was pressed for the first time in the game's lobby: save the Player document with all that were.
    case tellButton(Int, seen: [Int], GameID)
    /// Save the Answer document.
    case saveAnswer(Answer)
    /// Show this on the lamps; only sent when it changes.
    case lamps(BoardLamps)
}
