/// The Player document, written by the player: it asks for a seat. Id: `DocumentID.player`.
package struct Player: Hashable, Sendable, Codable {
    package var gameId: GameID
    /// As the player wrote it; shown only after `DisplayName.sanitised`.
    package var displayName: String
    package var joinedAt: Timestamp

    package init(gameId: GameID, displayName: String, joinedAt: Timestamp) {
        self.gameId = gameId
        self.displayName = displayName
        self.joinedAt = joinedAt
    }
}
