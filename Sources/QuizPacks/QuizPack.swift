/// A question pack as it was read from a file: what a person wrote, cleaned and checked, in the order of the file.
///
/// `Documentation/packs.md` describes the file.
package struct QuizPack: Sendable, Equatable {
    /// What a right answer is worth.
    package enum Scoring: String, Sendable, CaseIterable {
        /// The more, the sooner: 1000 points at the start, falling to 100.
        case speed
        /// 1000 points, whenever.
        case flat
    }

    /// Shown in the lobby; never empty, no control characters.
    package var title: String
    /// The language of the texts as a BCP 47 tag such as `en` or `es-MX`, when the pack says it.
    package var language: String?
    /// Points taken for a wrong answer, 0…1000.
    package var penalty: Int
    /// Whether a penalty may take a total below zero.
    package var negativeTotals: Bool
    /// What a right answer is worth.
    package var scoring: Scoring
    /// Whether the choices of each question are shown in an order drawn from the game's seed.
    package var shuffleChoices: Bool
    /// Whether the questions are asked in an order drawn from the game's seed.
    package var shuffleQuestions: Bool
    /// In the order of the file.
    package var questions: [PackQuestion]

    package init(
        title: String,
        language: String? = nil,
        penalty: Int = 0,
        negativeTotals: Bool = false,
        scoring: Scoring = .speed,
        shuffleChoices: Bool = false,
        shuffleQuestions: Bool = false,
        questions: [PackQuestion]
    ) {
        self.title = title
        self.language = language
        self.penalty = penalty
        self.negativeTotals = negativeTotals
        self.scoring = scoring
        self.shuffleChoices = shuffleChoices
        self.shuffleQuestions = shuffleQuestions
        self.questions = questions
    }
}
