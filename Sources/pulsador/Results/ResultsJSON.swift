import Game
import Quiz

/// A game as one JSON object; `Documentation/results.md` says what each field is.
struct ResultsJSON: Encodable {
    struct Game: Encodable {
        let gameId: String
        let joinCode: String
        let title: String
        let createdAt: String
        let phase: String
        let questions: Int
        let asked: Int
    }

    struct Player: Encodable {
        let rank: Int
        let playerId: String
        let name: String
        let points: Int
        let correct: Int
        let answered: Int
        let late: Int
        let medianPressedMs: Double?
    }

    struct Question: Encodable {
        let index: Int
        let asking: Int
        let questionId: String
        let kind: String
        let text: String
        let choices: [String]
        let status: String
        let correct: [Int]?
        let explanation: String?
        let limitSeconds: Int
        let weight: Int
        let openMs: Double?
    }

    struct Press: Encodable {
        let index: Int
        let asking: Int
        let playerId: String
        let name: String
        let choice: Int?
        let correct: Bool?
        let points: Int?
        let pressedMs: Double?
        let errorMs: Double?
        let claimedMs: Double?
        let claimErrorMs: Double?
        let arrivedMs: Double?
        let clamped: Bool
        let late: Bool
        let status: String
        let place: Int?
        let gapMs: Double?
    }

    let game: Game
    let players: [Player]
    let questions: [Question]
    let presses: [Press]
    let contradictions: [String]

    init(_ record: GameRecord) {
        let game = record.game
        self.game = Game(
            gameId: game.id.text, joinCode: game.joinCode, title: game.title, createdAt: game.createdAt.description,
            phase: game.phase.rawValue, questions: game.questionCount, asked: game.askedCount)
        players = record.players.map { player in
            let standing = player.standing
            return Player(
                rank: standing.rank, playerId: standing.player.text, name: standing.name, points: standing.points,
                correct: standing.correct, answered: player.answered, late: player.late,
                medianPressedMs: player.medianPress?.roundedMilliseconds)
        }
        questions = record.questions.map { question in
            let document = question.document
            return Question(
                index: question.index, asking: question.asking, questionId: question.id.text,
                kind: question.kind.rawValue, text: document.text, choices: document.choices,
                status: question.status.rawValue, correct: question.status == .revealed ? question.correct : nil,
                explanation: document.explanation, limitSeconds: document.timeLimitSeconds,
                weight: document.weight ?? 1, openMs: question.duration?.roundedMilliseconds)
        }
        presses = record.questions.flatMap { question in
            question.presses.map { press in
                Press(
                    index: question.index, asking: question.asking, playerId: press.player.text,
                    name: record.name(press.player), choice: press.choice, correct: press.isCorrect,
                    points: press.points, pressedMs: press.pressed?.roundedMilliseconds,
                    errorMs: press.error?.roundedMilliseconds, claimedMs: press.claimed?.roundedMilliseconds,
                    claimErrorMs: press.claimError?.roundedMilliseconds,
                    arrivedMs: press.arrived?.roundedMilliseconds, clamped: press.wasClamped, late: press.isLate,
                    status: press.status.rawValue, place: press.place, gapMs: press.gap?.roundedMilliseconds)
            }
        }
        contradictions = record.contradictions
    }

    var text: String {
        get throws { try PlainJSON.text(self, isPretty: true) }
    }
}
