/// Names one asking of one question; always the id of its Question document.
///
/// The phones of KahootP2P look the open question up by `currentQuestionId == document id`, so the two must be equal.
/// A host of theirs gives a question a random id without a colon; ours is `question::<gameId>::<index>`. Both are
/// accepted, nothing else; an answer's id still reads only one way, because game and player ids hold no colon.
///
/// A question that is asked again after a restart gets a new id, `question::<gameId>::<index>-2`: its first answers
/// are void, and every board and phone sees a question that it has not answered.
package struct QuestionID: QuizIdentifier {
    package let text: String

    package init(_ text: String) throws(QuizError) {
        guard IdentifierRule.accepts(text) || Self.isQuestionDocument(text) else {
            throw QuizError(
                .invalidIdentifier,
                "not a question id; expected 'question::<game>::<index>', or up to 64 visible ASCII characters "
                    + "without ':'",
                context: text
            )
        }
        self.text = text
    }

    private static func isQuestionDocument(_ text: String) -> Bool {
        guard case .question? = DocumentID(parsing: text) else { return false }
        return true
    }

    /// The id that our host gives to the `asking`th time (from 1) it asks the question with `index` (from 0).
    package init(game: GameID, index: Int, asking: Int = 1) {
        text = DocumentID.question(game, index: index, asking: asking).text
    }
}
