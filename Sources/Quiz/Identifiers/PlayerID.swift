/// Names one player, that is one board, in every game it plays: made once and kept.
package struct PlayerID: QuizIdentifier {
    package let text: String

    package init(_ text: String) throws(QuizError) {
        try IdentifierRule.check(text, is: "player")
        self.text = text
    }

    private init(trusted text: String) {
        self.text = text
    }

    /// A new id of 22 letters and digits.
    package static func random(using generator: inout some RandomNumberGenerator) -> PlayerID {
        PlayerID(trusted: IdentifierRule.random(using: &generator))
    }
}
