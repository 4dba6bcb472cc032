/// A question as the host holds it, key included. Never replicated as it is: see `document(for:index:revealed:)`.
package struct QuestionCard: Hashable, Sendable, Codable {
    package let text: String
    package let choices: [String]
    /// Right choices from 0, in order; empty for a poll.
    package let correct: [Int]
    package let kind: QuestionKind
    package let limitSeconds: Int
    /// How many times the question counts: 0 is practice.
    package let weight: Int
    package let explanation: String?

    /// Throws `QuizError.invalidQuestion` when the question could not be played as given.
    package init(
        text: String,
        choices: [String],
        correct: [Int],
        kind: QuestionKind = .choice,
        limitSeconds: Int = 15,
        weight: Int = 1,
        explanation: String? = nil
    ) throws(QuizError) {
        self.text = text
        self.choices = choices
        self.correct = Set(correct).sorted()
        self.kind = kind
        self.limitSeconds = limitSeconds
        self.weight = weight
        self.explanation = explanation
        if let fault { throw QuizError(.invalidQuestion, fault, context: text) }
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            text: try fields.decode(String.self, forKey: .text),
            choices: try fields.decode([String].self, forKey: .choices),
            correct: try fields.decode([Int].self, forKey: .correct),
            kind: try fields.decode(QuestionKind.self, forKey: .kind),
            limitSeconds: try fields.decode(Int.self, forKey: .limitSeconds),
            weight: try fields.decode(Int.self, forKey: .weight),
            explanation: try fields.decodeIfPresent(String.self, forKey: .explanation)
        )
    }

    private var fault: String? {
        if text.allSatisfy(\.isWhitespace) { return "the question has no text; write one" }
        if !QuizLimits.limitSeconds.contains(limitSeconds) {
            return "the time limit is \(limitSeconds) s; expected \(QuizLimits.limitSeconds) s"
        }
        if !QuizLimits.weights.contains(weight) {
            return "the weight is \(weight); expected \(QuizLimits.weights)"
        }
        if let index = correct.first(where: { !choices.indices.contains($0) }) {
            return "right choice \(index) does not exist; there are \(choices.count) choices, counted from 0"
        }
        return faultOfKind
    }

    private var faultOfKind: String? {
        switch kind {
        case .choice, .truefalse:
            let allowed = kind == .truefalse ? 2...2 : QuizLimits.choices
            if !allowed.contains(choices.count) {
                return "there are \(choices.count) choices; expected \(allowed) for \(kind.rawValue)"
            }
            return correct.isEmpty ? "no choice is right; say which, or make it a poll" : nil
        case .poll:
            if !QuizLimits.choices.contains(choices.count) {
                return "there are \(choices.count) choices; expected \(QuizLimits.choices)"
            }
            return correct.isEmpty ? nil : "a poll has no right choice; remove it, or make it a choice"
        case .buzz:
            return choices.isEmpty ? nil : "a buzz question is answered aloud; remove its choices"
        }
    }

    /// Whether choosing `choice` is right; always false in a poll.
    package func isCorrect(_ choice: Int) -> Bool {
        correct.contains(choice)
    }

    /// What an answer may say: one of the choices, or for a buzz question any button.
    package var answers: Range<Int> { kind == .buzz ? 0..<QuizLimits.buttons : choices.indices }

    /// The document that boards get: without key and explanation until `revealed`.
    package func document(for game: GameID, index: Int, revealed: Bool) -> Question {
        Question(
            gameId: game,
            index: index,
            text: text,
            choices: choices,
            correctChoiceIndex: revealed ? correct.first ?? Question.withheldKey : Question.withheldKey,
            timeLimitSeconds: limitSeconds,
            kind: kind,
            weight: weight,
            correctChoiceIndices: revealed && correct.count > 1 ? correct : nil,
            explanation: revealed ? explanation : nil
        )
    }

    /// The key, for the host's own collection.
    package func key(for game: GameID, index: Int) -> AnswerKey {
        AnswerKey(gameId: game, index: index, correctChoiceIndices: correct, explanation: explanation)
    }
}
