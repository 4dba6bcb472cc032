/// The Player document, written by the player: it asks for a seat. Id: `DocumentID.player`.
///
/// A board writes it anew for each button that is pressed for the first time in the lobby, so that the host can tick it off.
package struct Player: Hashable, Sendable, Codable {
    package var gameId: GameID
    /// As the player wrote it; shown only after `DisplayName.sanitised`.
    package var displayName: String
    package var joinedAt: Timestamp
    /// Ours: the buttons, from 0, that were pressed in the lobby; nil from a player that does not tell, like a phone. As
    /// the player wrote it: use `checkedButtons`.
    package var buttonsSeen: [Int]?

    package init(gameId: GameID, displayName: String, joinedAt: Timestamp, buttonsSeen: [Int]? = nil) {
        self.gameId = gameId
        self.displayName = displayName
        self.joinedAt = joinedAt
        self.buttonsSeen = buttonsSeen
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        gameId = try container.decode(GameID.self, forKey: .gameId)
        displayName = try container.decode(String.self, forKey: .displayName)
        joinedAt = try container.decode(Timestamp.self, forKey: .joinedAt)
        // What another program means by a field of this name must not cost the player a seat.
        buttonsSeen = try? container.decodeIfPresent([Int].self, forKey: .buttonsSeen)
    }

    /// The buttons that exist among those seen, in order, each once; nil from a player that does not tell.
    package var checkedButtons: [Int]? {
        buttonsSeen.map { Set($0).filter((0..<QuizLimits.buttons).contains).sorted() }
    }
}
