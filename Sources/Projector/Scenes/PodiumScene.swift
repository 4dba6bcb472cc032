/// The end of the game: the first three large, the others below.
package struct PodiumScene: Sendable, Equatable {
    /// The game's title.
    package var title: String
    /// The final ranking, best first.
    package var rows: [StandingsRow]

    package init(title: String, rows: [StandingsRow]) {
        self.title = title
        self.rows = rows
    }
}
