/// One player's place in the game.
package struct Standing: Hashable, Sendable, Codable {
    package let player: PlayerID
    package let name: String
    /// The sum of the points of all the player's published results.
    package let points: Int
    /// How many of them were right.
    package let correct: Int
    /// From 1; equal points share a rank.
    package let rank: Int
}
