/// Everything that becomes public when the results of a question are shown, or of one opening of a buzz question.
package struct Reveal: Hashable, Sendable {
    /// Position in the game, from 0.
    package let index: Int
    /// The id of the Question document.
    package let id: QuestionID
    /// With its key.
    package let question: Question
    package let state: QuestionState
    /// One per player who answered, in the order of arrival.
    package let results: [AnswerResult]
    /// How many answers each choice has.
    package let distribution: [Int]
    /// The PlayerScores that changed.
    package let scores: [PlayerScore]
    package let leaderboard: Leaderboard
    /// The rulings behind `results`, in the same order, for the host's screen.
    package let rulings: [RuledAnswer]
    /// Who pressed when, if it was a buzz question that somebody pressed at.
    package let buzz: Buzz?

    /// What was said of the answer given aloud, and what it earned or cost; nil without a verdict.
    package var verdict: (player: PlayerID, isRight: Bool, points: Int)? {
        guard let first = buzz?.places.first, let isRight = buzz?.isRight,
            let result = results.first(where: { $0.playerId == first.player })
        else { return nil }
        return (first.player, isRight, result.points)
    }
}
