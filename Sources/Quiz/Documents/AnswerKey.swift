/// What makes an answer right: for the host's own collection, which no peer can subscribe to. Stored under the id of
/// the question it belongs to.
package struct AnswerKey: Hashable, Sendable, Codable {
    package var gameId: GameID
    /// Position of the question in the game, from 0.
    package var index: Int
    /// All right choices from 0, in order; empty for a poll.
    package var correctChoiceIndices: [Int]
    package var explanation: String?
}
