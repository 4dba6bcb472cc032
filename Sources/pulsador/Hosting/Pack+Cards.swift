import Game
import Quiz
import QuizPacks

extension HostService.NewGame {
    /// The game of a pack, in the order of the seed. `questions` cuts it short.
    init(_ pack: QuizPack, seed: UInt64, questions: Int? = nil, settings: HostSettings = HostSettings()) throws {
        var settings = settings
        settings.scoring.penalty = pack.penalty
        let arranged = PackOrder(of: pack, seed: seed).arrange(pack)
        let playable = arranged.filter { $0.kind != .buzz }
        guard !playable.isEmpty else {
            throw CommandError("'\(pack.title.printable)' has no question that can be played")
        }
        let cards = try playable.prefix(questions ?? playable.count).map { question in
            try QuestionCard(
                text: question.text, choices: question.choices, correct: question.correct,
                kind: QuestionKind(rawValue: question.kind.rawValue) ?? .choice, limitSeconds: question.seconds,
                weight: question.weight, explanation: question.explanation)
        }
        self.init(title: pack.title, cards: cards, settings: settings, seed: seed)
    }
}
