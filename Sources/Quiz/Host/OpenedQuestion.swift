/// The documents of a question that has just been opened.
package struct OpenedQuestion: Hashable, Sendable {
    /// Position in the game, from 0.
    package let index: Int
    /// The id of the Question document and of this asking.
    package let id: QuestionID
    /// Without the key.
    package let question: Question
    package let state: QuestionState
    /// For the host's own collection only.
    package let key: AnswerKey
}
