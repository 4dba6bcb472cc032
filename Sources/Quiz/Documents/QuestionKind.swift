/// How a question is answered and judged.
package enum QuestionKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Two to four choices, at least one of them right.
    case choice
    /// Two choices, one of them right.
    case truefalse
    /// Two to four choices, none of them right: shows what the room thinks, gives no points.
    case poll
    /// Without choices: who presses first, with any button, answers aloud, and the host says whether that is right.
    case buzz

    /// Whether an answer can be right or wrong.
    package var isJudged: Bool { self != .poll }
}
