/// The Question document, written by the host when the question is asked and again, with its key, at the reveal.
///
/// Id: the question's `QuestionID`. The last four fields are ours, absent in a KahootP2P game.
package struct Question: Hashable, Sendable, Codable {
    /// What `correctChoiceIndex` says while the key is not out, and for a poll for ever.
    package static let withheldKey = -1

    package var gameId: GameID
    /// Position in the game, from 0.
    package var index: Int
    package var text: String
    package var choices: [String]
    /// From 0; -1 while the question is open.
    package var correctChoiceIndex: Int
    package var timeLimitSeconds: Int
    /// `nil` is `choice`; so is a kind that this version does not know.
    package var kind: QuestionKind?
    /// How many times the question counts; `nil` is once.
    package var weight: Int?
    /// All right choices, when there are several; only after the reveal.
    package var correctChoiceIndices: [Int]?
    /// Shown at the reveal; only after it.
    package var explanation: String?

    package init(
        gameId: GameID,
        index: Int,
        text: String,
        choices: [String],
        correctChoiceIndex: Int = Question.withheldKey,
        timeLimitSeconds: Int,
        kind: QuestionKind? = nil,
        weight: Int? = nil,
        correctChoiceIndices: [Int]? = nil,
        explanation: String? = nil
    ) {
        self.gameId = gameId
        self.index = index
        self.text = text
        self.choices = choices
        self.correctChoiceIndex = correctChoiceIndex
        self.timeLimitSeconds = timeLimitSeconds
        self.kind = kind
        self.weight = weight
        self.correctChoiceIndices = correctChoiceIndices
        self.explanation = explanation
    }

    /// What an answer may say: one of the choices, or for a buzz question any button.
    package var answers: Range<Int> { kind == .buzz ? 0..<QuizLimits.buttons : choices.indices }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        gameId = try fields.decode(GameID.self, forKey: .gameId)
        index = try fields.decode(Int.self, forKey: .index)
        text = try fields.decode(String.self, forKey: .text)
        choices = try fields.decode([String].self, forKey: .choices)
        correctChoiceIndex = try fields.decode(Int.self, forKey: .correctChoiceIndex)
        timeLimitSeconds = try fields.decode(Int.self, forKey: .timeLimitSeconds)
        kind = try fields.decodeIfPresent(String.self, forKey: .kind).flatMap(QuestionKind.init)
        weight = try fields.decodeIfPresent(Int.self, forKey: .weight)
        correctChoiceIndices = try fields.decodeIfPresent([Int].self, forKey: .correctChoiceIndices)
        explanation = try fields.decodeIfPresent(String.self, forKey: .explanation)
    }
}
