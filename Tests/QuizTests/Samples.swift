import FoundationEssentials
import Timing

@testable import Quiz

/// Ready-made values for the quiz's tests.
enum Samples {
    static let game = sure { try GameID("G7") }
    static let origin = MonotonicTime(nanoseconds: 50_000_000_000)
    static let created = Timestamp(Date(timeIntervalSince1970: 1_767_225_600))

    static func player(_ number: Int) -> PlayerID { sure { try PlayerID("board-\(number)") } }

    static func time(_ milliseconds: Int) -> MonotonicTime { origin.advanced(by: .milliseconds(milliseconds)) }

    /// Four choices of which the third is right, 10 s.
    static func card(weight: Int = 1, kind: QuestionKind = .choice, correct: [Int] = [2]) -> QuestionCard {
        sure {
            try QuestionCard(
                text: "What is 7 × 8?", choices: ["54", "58", "56", "64"], correct: correct, kind: kind,
                limitSeconds: 10, weight: weight, explanation: "Seven eights.")
        }
    }

    /// Answered aloud, 10 s.
    static func buzzCard(weight: Int = 1) -> QuestionCard {
        sure {
            try QuestionCard(
                text: "Name a river.", choices: [], correct: [], kind: .buzz, limitSeconds: 10, weight: weight)
        }
    }

    /// The value of an expression that cannot fail with the constants it is given.
    static func sure<Value>(_ make: () throws -> Value) -> Value {
        do {
            return try make()
        } catch {
            preconditionFailure("a sample is not valid: \(error)")
        }
    }

    static func host(
        _ cards: [QuestionCard] = [card(), card()], settings: HostSettings = HostSettings(), boot: String = "boot-1"
    ) -> HostGame {
        sure {
            try HostGame(
                id: game, title: "Friday", joinCode: "K7Q2ZP", createdAt: created, cards: cards, settings: settings,
                bootID: boot)
        }
    }

    static func arrival(
        _ player: Int, choice: Int, pressed: Int? = nil, arrived: Int, question: Int = 0, asking: Int = 1,
        sequence: Int = 0, allowance: Duration = .milliseconds(250), error: Duration = .milliseconds(1),
        linkError: Duration? = .zero
    ) -> AnswerArrival {
        AnswerArrival(
            player: self.player(player),
            question: QuestionID(game: game, index: question, asking: asking),
            choice: choice,
            claim: pressed.map { PressClaim(pressedAt: time($0), clockError: error) },
            arrivedAt: time(arrived),
            sequence: sequence,
            allowance: allowance,
            linkError: linkError
        )
    }
}

extension HostGame {
    /// Seats and connects players 1 to `count` in the lobby.
    mutating func fill(_ count: Int) {
        for number in 1...count {
            _ = handle(.connectionUp(Samples.player(number), at: Samples.time(-1000)))
            _ = handle(.seat(Samples.player(number), name: "Name \(number)", at: Samples.time(-1000)))
        }
    }

    func points(_ player: Int) -> Int? { seats.first { $0.player == Samples.player(player) }?.points }
}

extension [HostAction] {
    var reveals: [Reveal] { compactMap { if case .reveal(let reveal) = $0 { reveal } else { nil } } }
    var passedOn: [Reveal] { compactMap { if case .passOn(let reveal) = $0 { reveal } else { nil } } }
    var undone: [UndoneVerdict] { compactMap { if case .undoVerdict(let undone) = $0 { undone } else { nil } } }
    /// The results that stand: of the reveals, and of openings that ended with a wrong answer.
    var standing: (passedOn: [Reveal], reveals: [Reveal]) {
        reduce(into: ([], [])) { standing, action in
            switch action {
            case .passOn(let reveal): standing.0.append(reveal)
            case .reveal(let reveal): standing.1.append(reveal)
            case .undoVerdict(let undone):
                standing.0.removeAll { $0.id == undone.id }
                standing.1.removeAll { $0.id == undone.id }
            default: break
            }
        }
    }
    var calls: [Buzz] { compactMap { if case .call(_, let buzz) = $0 { buzz } else { nil } } }
    var rulings: [RuledAnswer] { compactMap { if case .recordRuling(let ruling) = $0 { ruling } else { nil } } }
    var lateRulings: [RuledAnswer] { compactMap { if case .recordLate(let ruling) = $0 { ruling } else { nil } } }
    var rejections: [AnswerRejection] { compactMap { if case .rejected(_, let why) = $0 { why } else { nil } } }
    var opened: [OpenedQuestion] { compactMap { if case .openQuestion(let opened) = $0 { opened } else { nil } } }
    /// The states that say until when presses counted.
    var closes: [QuestionState] {
        compactMap {
            switch $0 {
            case .close(let state), .call(let state, _): state
            default: nil
            }
        }
    }
    var finals: [[Standing]] { compactMap { if case .finished(let standings) = $0 { standings } else { nil } } }
}
