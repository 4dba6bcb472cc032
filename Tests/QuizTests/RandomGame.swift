import FoundationEssentials
import Timing

@testable import Quiz

/// A whole game of random events from a seed: sensible, rude and impossible ones, in no order that a host may rely on.
struct RandomGame {
    private(set) var game: HostGame
    /// Every action, in order.
    private(set) var actions: [HostAction] = []
    /// The phase after each event.
    private(set) var phases: [Phase] = [.lobby]
    private(set) var rebootCount = 0
    /// Set when a game taken up from its snapshot differed from the one that ran on.
    private(set) var fault: String?

    private var numbers: SeededGenerator
    private var now = MonotonicTime(nanoseconds: 1_000_000_000)
    private var sequence = 0
    private var rulings: [RuledAnswer] = []
    private let players = (0..<5).map(Samples.player)

    init(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        let cards = (0..<(1 + numbers.index(below: 4))).map { _ in
            switch numbers.index(below: 7) {
            case 5...6: Samples.buzzCard(weight: numbers.index(below: 4))
            case 0: Samples.card(kind: .poll, correct: [])
            case 1: Samples.card(correct: [0, 1])
            default: Samples.card(weight: numbers.index(below: 4))
            }
        }
        let scoring = Scoring(
            mode: numbers.index(below: 4) == 0 ? .flat : .speed,
            penalty: numbers.index(below: 3) == 0 ? 300 : 0,
            allowsNegativeTotals: numbers.index(below: 4) == 0
        )
        let settings = HostSettings(scoring: scoring, closesEarly: numbers.index(below: 4) > 0, seatLimit: 4)
        game = Samples.host(cards, settings: settings, boot: "boot-0")
        self.numbers = numbers
    }

    /// Plays to the end; with `resuming`, the game is written down and taken up again after every event.
    mutating func play(resuming: Bool) throws {
        for _ in 0..<400 where game.stage != .finished {
            now = now.advanced(by: .milliseconds([0, 1, 5, 40, 300, 2_500][numbers.index(below: 6)]))
            // The draw happens in both ways of playing, so that both see the same events.
            let reboots = numbers.index(below: 120) == 0
            try take(game.handle(nextEvent()), resuming: resuming)
            if reboots { try reboot() }
        }
        try take(game.handle(.finish(at: now)), resuming: resuming)
    }

    private mutating func nextEvent() -> HostEvent {
        let player = players[numbers.index(below: players.count)]
        switch numbers.index(below: 31) {
        case 30: return .undoVerdict(at: now)
        case 26...29:
            return .gathered(player, asked: now.advanced(by: .milliseconds(-numbers.index(below: 3))), at: now)
        case 24...25: return .verdict(isRight: numbers.index(below: 3) == 0, at: now)
        case 0...1: return .seat(player, name: "n\(numbers.index(below: 3))", at: now)
        case 2...3: return .connectionUp(player, at: now)
        case 4: return .connectionDown(player, at: now)
        case 5: return .start(at: now)
        case 6: return .closeEarly(at: now)
        case 7...9: return .next(at: now)
        case 10...12: return .tick(at: now)
        case 13...15: return .acknowledgedClose(player, question: randomQuestion(), at: now)
        case 16 where numbers.index(below: 40) == 0: return .finish(at: now)
        default: return .answer(randomAnswer(of: player))
        }
    }

    private mutating func randomQuestion() -> QuestionID {
        if let round = game.round, numbers.index(below: 5) > 0 { return round.question }
        return QuestionID(
            game: Samples.game, index: numbers.index(below: game.cards.count), asking: 1 + numbers.index(below: 3))
    }

    private mutating func randomAnswer(of player: PlayerID) -> AnswerArrival {
        sequence += 1
        let delay = Duration.milliseconds(numbers.index(below: 3) * 150)
        let claim: PressClaim? =
            switch numbers.index(below: 4) {
            case 0: nil
            case 1:
                PressClaim(pressedAt: MonotonicTime(nanoseconds: Int64(bitPattern: numbers.next())), clockError: .zero)
            default: PressClaim(pressedAt: now.advanced(by: .zero - delay), clockError: .milliseconds(1))
            }
        return AnswerArrival(
            player: player, question: randomQuestion(), choice: numbers.index(below: 6) - 1, claim: claim,
            arrivedAt: now.advanced(by: .milliseconds(-numbers.index(below: 3))), sequence: sequence,
            allowance: .milliseconds(200))
    }

    private mutating func take(_ new: [HostAction], resuming: Bool) throws {
        actions += new
        rulings += new.rulings
        phases.append(game.phase)
        guard resuming else { return }
        let stored = try JSONDecoder().decode(HostGame.Snapshot.self, from: JSONEncoder().encode(game.snapshot))
        let (again, due) = try HostGame.resume(
            stored, cards: game.cards, rulings: rulings, bootID: game.bootID, at: game.now)
        if again != game || due != [] { fault = fault ?? "after \(new): \(again) is not \(game), or did \(due)" }
        game = again
    }

    private mutating func reboot() throws {
        rebootCount += 1
        now = MonotonicTime(nanoseconds: Int64(numbers.index(below: 1_000_000)))
        let (again, due) = try HostGame.resume(
            game.snapshot, cards: game.cards, rulings: rulings, bootID: "boot-\(rebootCount)", at: now)
        game = again
        actions += due
        phases.append(game.phase)
    }
}
