/// A question is closed, and its answer shown.
package struct RevealScene: Sendable, Equatable {
    /// The quickest right answer.
    package struct Fastest: Sendable, Equatable {
        package var name: String
        /// Seconds from the question's start to the press; shown with two decimals.
        package var seconds: Double

        package init(name: String, seconds: Double) {
            self.name = name
            self.seconds = seconds
        }
    }

    /// The question as it was asked; its times are not shown.
    package var question: QuestionScene
    /// Indices into the choices, from 0; empty for a poll.
    package var correct: [Int]
    /// Answers given to each choice; missing ones count as 0.
    package var counts: [Int]
    /// Why it is so.
    package var explanation: String?
    package var fastest: Fastest?

    package init(
        question: QuestionScene, correct: [Int], counts: [Int], explanation: String? = nil, fastest: Fastest? = nil
    ) {
        self.question = question
        self.correct = correct
        self.counts = counts
        self.explanation = explanation
        self.fastest = fastest
    }
}
