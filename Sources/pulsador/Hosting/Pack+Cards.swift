import Game
import Quiz
import QuizPacks

extension HostService.NewGame {
    /// The game of a pack, in the order of the seed. `questions` cuts it short. Without anybody to say what is right,
    /// `hasJudge`, buzz questions are left out.
    init(
        _ pack: QuizPack, seed: UInt64, questions: Int? = nil, settings: HostSettings = HostSettings(), hasJudge: Bool
    ) throws {
        var settings = settings
        settings.seed = seed
        settings.scoring.mode = pack.scoring == .flat ? .flat : .speed
        settings.scoring.penalty = pack.penalty
        settings.scoring.allowsNegativeTotals = pack.negativeTotals
        let arranged = PackOrder(of: pack, seed: seed).arrange(pack)
        let playable = arranged.filter { hasJudge || $0.kind != .buzz }
        guard !playable.isEmpty else {
            throw CommandError(
                "'\(pack.title.printable)' has only buzz questions, and nobody is here to judge what is said")
        }
        if playable.count < arranged.count {
            let count = arranged.count - playable.count
            Output.note(
                "pulsador: \(count == 1 ? "1 buzz question is" : "\(count) buzz questions are") left out: nobody is here to "
                    + "judge what is said")
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
