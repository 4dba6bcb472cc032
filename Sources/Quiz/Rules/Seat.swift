/// A player who takes part, with what the published results gave so far.
package struct Seat: Hashable, Sendable, Codable {
    package let player: PlayerID
    /// Sanitised, never empty.
    package internal(set) var name: String
    package internal(set) var points: Int
    package internal(set) var correct: Int
    /// The buttons, from 0 and in order, that were pressed in the lobby; nil for a player that does not tell.
    package internal(set) var buttonsSeen: [Int]?

    package init(
        player: PlayerID, name: String, points: Int = 0, correct: Int = 0, buttonsSeen: [Int]? = nil
    ) {
        self.player = player
        self.name = name
        self.points = points
        self.correct = correct
        self.buttonsSeen = buttonsSeen
    }
}
