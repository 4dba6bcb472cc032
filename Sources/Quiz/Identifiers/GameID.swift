/// Names one game; the id of its Game document.
package struct GameID: QuizIdentifier {
    package let text: String

    package init(_ text: String) throws(QuizError) {
        try IdentifierRule.check(text, is: "game")
        self.text = text
    }

    private init(trusted text: String) {
        self.text = text
    }

    /// A new id of 22 letters and digits.
    package static func random(using generator: inout some RandomNumberGenerator) -> GameID {
        GameID(trusted: IdentifierRule.random(using: &generator))
    }
}
