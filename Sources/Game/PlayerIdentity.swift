import Documents
import FoundationEssentials
import Quiz

/// Who a board is, for good: made once, kept in its database, shown to every host.
package struct PlayerIdentity: Codable, Sendable {
    package let player: PlayerID
    /// Proves that a seat is this board's own.
    package let secret: String

    private static let key = "player/identity"

    /// Reads the identity of a board's database, or makes one on its first start.
    package static func load(from database: Database) throws -> PlayerIdentity {
        if let stored = try database.metadata(key) {
            do {
                return try JSONDecoder().decode(PlayerIdentity.self, from: Data(stored))
            } catch {
                throw GameError(
                    .corrupt, "the identity in \(database.path) is unreadable; remove the directory to start anew")
            }
        }
        var random = SystemRandomNumberGenerator()
        let secret = Data(SecureRandom.bytes(24)).base64EncodedString()
        let identity = PlayerIdentity(player: PlayerID.random(using: &random), secret: secret)
        try database.setMetadata(key, Array(JSONEncoder().encode(identity)))
        return identity
    }
}
