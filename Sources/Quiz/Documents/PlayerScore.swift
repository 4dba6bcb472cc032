/// The PlayerScore document, written by the host. Id: `DocumentID.score`.
package struct PlayerScore: Hashable, Sendable, Codable {
    package var gameId: GameID
    package var playerId: PlayerID
    package var displayName: String
    /// The sum of the points of all the player's results.
    package var totalPoints: Int
    package var correctCount: Int
    /// From 1; equal points share a rank.
    package var rank: Int

    package init(gameId: GameID, standing: Standing) {
        self.gameId = gameId
        playerId = standing.player
        displayName = standing.name
        totalPoints = standing.points
        correctCount = standing.correct
        rank = standing.rank
    }
}
