/// What the room shall see.
///
/// A plain value: nothing in it changes by itself. Texts may hold anything; what a terminal must not receive is taken
/// out when they are drawn.
package enum Scene: Sendable, Equatable {
    /// Players are coming in.
    case lobby(LobbyScene)
    /// A question is open.
    case question(QuestionScene)
    /// Who was first at a buzz question.
    case buzz(BuzzScene)
    /// A question is closed, and its answer shown.
    case reveal(RevealScene)
    /// The ranking between two questions.
    case leaderboard(LeaderboardScene)
    /// The end of the game.
    case podium(PodiumScene)
    /// A title and some lines: whatever else is to be said.
    case message(title: String, lines: [String])
}
