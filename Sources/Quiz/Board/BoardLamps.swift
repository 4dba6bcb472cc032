/// What a board's lamps tell its player.
package enum BoardLamps: Hashable, Sendable {
    /// No host was seen yet.
    case searching
    /// In the game; nothing to do.
    case joined
    /// A question is open for an answer; so many of the buttons are choices.
    case open(choices: Int)
    /// The answer with this choice, from 0, is given.
    case answered(Int)
    /// First at a buzz question, with this button from 0: answer aloud.
    case called(Int)
    case right
    case wrong
    /// The host was there and is gone.
    case disconnected
    case finished
}
