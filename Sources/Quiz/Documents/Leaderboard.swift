/// The Leaderboard document, written by the host. Id: `DocumentID.leaderboard`.
package struct Leaderboard: Hashable, Sendable, Codable {
    /// One row, best first.
    package struct Entry: Hashable, Sendable, Codable {
        package var playerId: PlayerID
        package var displayName: String
        package var totalPoints: Int
        /// From 1; equal points share a rank.
        package var rank: Int
    }

    package var gameId: GameID
    package var entries: [Entry]

    package init(gameId: GameID, standings: [Standing]) {
        self.gameId = gameId
        entries = standings.map {
            Entry(playerId: $0.player, displayName: $0.name, totalPoints: $0.points, rank: $0.rank)
        }
    }
}
