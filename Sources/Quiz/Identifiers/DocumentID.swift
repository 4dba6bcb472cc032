/// The id of each document of a game, built and parsed in this one place.
///
/// | document | text |
/// |---|---|
/// | Game | `<gameId>` |
/// | Player | `player::<gameId>::<playerId>` |
/// | Question | `question::<gameId>::<index>`, asked again `question::<gameId>::<index>-<asking>` |
/// | QuestionState | `questionState::<gameId>` |
/// | Answer | `answer::<gameId>::<questionId>::<playerId>` |
/// | AnswerResult | `answerResult::<gameId>::<questionId>::<playerId>` |
/// | PlayerScore | `score::<gameId>::<playerId>` |
/// | Leaderboard | `leaderboard::<gameId>` |
///
/// `text` and `init(parsing:)` are inverse: no other text parses, so a forged id with a leading zero or an extra part
/// never reaches another document's rule.
package enum DocumentID: Hashable, Sendable, CustomStringConvertible {
    case game(GameID)
    case player(GameID, PlayerID)
    /// `index` counts from 0, `asking` from 1.
    case question(GameID, index: Int, asking: Int = 1)
    case questionState(GameID)
    case answer(GameID, QuestionID, PlayerID)
    case answerResult(GameID, QuestionID, PlayerID)
    case score(GameID, PlayerID)
    case leaderboard(GameID)

    /// The id as the database and the wire hold it.
    package var text: String {
        switch self {
        case .game(let game): game.text
        case .player(let game, let player): "player::\(game)::\(player)"
        case .question(let game, let index, let asking):
            asking == 1 ? "question::\(game)::\(index)" : "question::\(game)::\(index)-\(asking)"
        case .questionState(let game): "questionState::\(game)"
        case .answer(let game, let question, let player): "answer::\(game)::\(question)::\(player)"
        case .answerResult(let game, let question, let player): "answerResult::\(game)::\(question)::\(player)"
        case .score(let game, let player): "score::\(game)::\(player)"
        case .leaderboard(let game): "leaderboard::\(game)"
        }
    }

    package var description: String { text }

    /// The game that the document belongs to.
    package var game: GameID {
        switch self {
        case .game(let game), .player(let game, _), .question(let game, _, _), .questionState(let game),
            .answer(let game, _, _), .answerResult(let game, _, _), .score(let game, _), .leaderboard(let game):
            game
        }
    }

    /// Reads an id back; `nil` when it is not one of ours.
    ///
    /// Any text without a colon that could be a game id parses as `.game`, also the random question ids of a
    /// KahootP2P host: who needs to know must compare it with the game.
    package init?(parsing text: String) {
        guard text.utf8.count <= 255 else { return nil }
        let parts = Self.split(text)
        guard let parsed = try? Self.parse(parts), parsed.text == text else { return nil }
        self = parsed
    }

    private static func parse(_ parts: [String]) throws -> DocumentID? {
        switch (parts[0], parts.count) {
        case (_, 1): return .game(try GameID(parts[0]))
        case ("player", 3): return .player(try GameID(parts[1]), try PlayerID(parts[2]))
        case ("question", 3): return try parseQuestion(game: parts[1], label: parts[2])
        case ("questionState", 2): return .questionState(try GameID(parts[1]))
        case ("answer", 4...):
            let (game, question, player) = try parseAnswer(parts)
            return .answer(game, question, player)
        case ("answerResult", 4...):
            let (game, question, player) = try parseAnswer(parts)
            return .answerResult(game, question, player)
        case ("score", 3): return .score(try GameID(parts[1]), try PlayerID(parts[2]))
        case ("leaderboard", 2): return .leaderboard(try GameID(parts[1]))
        default: return nil
        }
    }

    private static func parseQuestion(game: String, label: String) throws -> DocumentID? {
        let numbers = label.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard numbers.count <= 2, numbers[0] >= 0 else { return nil }
        guard numbers.count == 2 else { return .question(try GameID(game), index: numbers[0]) }
        guard numbers[1] >= 2 else { return nil }
        return .question(try GameID(game), index: numbers[0], asking: numbers[1])
    }

    private static func parseAnswer(_ parts: [String]) throws -> (GameID, QuestionID, PlayerID) {
        let question = parts[2..<(parts.count - 1)].joined(separator: "::")
        return (try GameID(parts[1]), try QuestionID(question), try PlayerID(parts[parts.count - 1]))
    }

    /// The parts between each `::`, never empty as a list; a single colon stays inside its part.
    private static func split(_ text: String) -> [String] {
        var parts: [String] = []
        var part: [UInt8] = []
        var bytes = text.utf8.makeIterator()
        var pending = bytes.next()
        while let byte = pending {
            pending = bytes.next()
            if byte == UInt8(ascii: ":"), pending == byte {
                parts.append(String(decoding: part, as: UTF8.self))
                part.removeAll()
                pending = bytes.next()
            } else {
                part.append(byte)
            }
        }
        return parts + [String(decoding: part, as: UTF8.self)]
    }
}
