/// Every limit of a pack in one place. `Documentation/quiz-pack.schema.json` states the same numbers; a test compares.
package enum PackLimits {
    /// A larger file is refused: a pack is text, and this is some 300 bytes for each of the most questions.
    package static let fileBytes = 50_000_000
    /// Rows after these are skipped with one message.
    package static let questions = 100_000
    /// Buttons on a board bound the choices.
    package static let choices = 2...4
    package static let seconds = 5...240
    package static let defaultSeconds = 15
    package static let weight = 0...3
    package static let defaultWeight = 1
    /// Points a wrong answer may cost.
    package static let penalty = 0...1000

    /// Characters that fit the projector at a readable size; longer texts are kept, and noted.
    package static let readableText = 120
    /// As `readableText`, for one choice.
    package static let readableChoice = 75

    /// UTF-8 bytes of a question's text. With four choices and an explanation a question stays under the 16 KB that one
    /// replicated document may have; a longer one is skipped.
    package static let textBytes = 4_000
    /// UTF-8 bytes of one choice.
    package static let choiceBytes = 1_000
    /// UTF-8 bytes of title, category and picture path.
    package static let labelBytes = 1_000

    /// JSON values inside one question (or one unknown field) that are kept; a good one has about 20.
    static let valuesPerQuestion = 1_000
    /// Levels of nesting in a file; a good one has 4. Bounds the parser's stack.
    static let depth = 32
    /// Characters of a found text that a message repeats.
    static let excerpt = 40
}
