/// A question pack as it was read from a file: what a person wrote, cleaned and checked, in the order of the file.
///
/// `Documentation/packs.md` describes the file.
package struct QuizPack: Sendable, Equatable {
    /// Shown in the lobby; never empty, no control characters.
    package var title: String
    /// The language of the texts as a BCP 47 tag such as `en` or `es-MX`, when the pack says it.
    package var language: String?
    /// Points taken for a wrong answer, 0…1000.
    package var penalty: Int
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
        shuffleChoices: Bool = false,
        shuffleQuestions: Bool = false,
        questions: [PackQuestion]
    ) {
        self.title = title
        self.language = language
        self.penalty = penalty
        self.shuffleChoices = shuffleChoices
        self.shuffleQuestions = shuffleQuestions
        self.questions = questions
    }
}
