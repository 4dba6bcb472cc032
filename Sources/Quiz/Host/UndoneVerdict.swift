/// A verdict that was taken back, and what is put right by it.
package struct UndoneVerdict: Hashable, Sendable {
    /// Position in the game, from 0.
    package let index: Int
    /// The question that was judged, and is on again. Results of it that were published are withdrawn; what the verdict
    /// opened for the others is asked no more.
    package let id: QuestionID
    /// Who answers aloud again.
    package let player: PlayerID
    /// One per player who had pressed, as before the verdict.
    package let rulings: [RuledAnswer]
    package let state: QuestionState
    /// The PlayerScores that changed.
    package let scores: [PlayerScore]
    package let leaderboard: Leaderboard
}
