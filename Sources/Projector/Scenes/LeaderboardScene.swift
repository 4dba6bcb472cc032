/// The ranking between two questions.
package struct LeaderboardScene: Sendable, Equatable {
    /// The question it comes after, from 0.
    package var index: Int
    /// Questions in the game.
    package var count: Int
    /// Best first; as many as fit are shown.
    package var rows: [StandingsRow]

    package init(index: Int, count: Int, rows: [StandingsRow]) {
        self.index = index
        self.count = count
        self.rows = rows
    }
}
