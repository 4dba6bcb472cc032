/// Who pressed first at a buzz question: while that player answers aloud, and after it.
package struct BuzzScene: Sendable, Equatable {
    /// One press.
    package struct Row: Sendable, Equatable {
        package var name: String
        /// When: after the question's start for the first, after the first for others.
        package var time: String
        /// How far that may be off; empty when it is not known.
        package var error: String
        /// What else there is to say of it, in a word or two.
        package var remark: String

        package init(name: String, time: String, error: String = "", remark: String = "") {
            self.name = name
            self.time = time
            self.error = error
            self.remark = remark
        }
    }

    /// How it went on.
    package enum Outcome: Sendable, Equatable {
        /// The first answers; the host is asked whether that is right.
        case answering
        /// What was said is right, and earned so many points.
        case right(points: Int)
        /// What was said is wrong, nobody is left, and it cost so many points.
        case wrong(points: Int)
        /// Ended without a verdict, or without a press.
        case none
    }

    /// The question as it was asked; its times are not shown.
    package var question: QuestionScene
    /// In the order of the presses; the first one's turn it was. Empty when nobody pressed.
    package var rows: [Row]
    package var outcome: Outcome
    /// The rule that decided when the first press cannot be told from others.
    package var rule: String?
    /// Shown once it is over.
    package var explanation: String?

    package init(
        question: QuestionScene, rows: [Row], outcome: Outcome, rule: String? = nil, explanation: String? = nil
    ) {
        self.question = question
        self.rows = rows
        self.outcome = outcome
        self.rule = rule
        self.explanation = explanation
    }

    /// Whether the host's word is waited for.
    package var isAnswering: Bool { outcome == .answering }
}
