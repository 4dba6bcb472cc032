import Quiz
import Timing

/// What a seed stands for: the questions, who plays, over what links, and what befalls them.
struct Scenario {
    /// How a board's word on its presses is to be judged.
    enum Honesty: Equatable {
        case honest
        /// It adds this to every time it claims.
        case shifts(Duration)
        /// It claims this moment of the host's clock, always.
        case says(Int64)
        /// Its clock goes wrong by so much more than it can know.
        case drifts(ppm: Double)
        /// It holds back its answers to the host's questions, so that its link seems slow, and claims to have pressed earlier.
        case holdsBack(Duration)
    }

    struct Board {
        var honesty: Honesty
        var ppm: Double
        var up: Link
        var down: Link
        /// Answer documents it sends for one press.
        var copies: Int
        /// Percent of its presses outside of questions.
        var strayPercent: Int
    }

    /// One direction of a connection.
    struct Link {
        var least: Duration
        var jitterMilliseconds: Int
        /// Percent of messages that take much longer, and how much.
        var stallPercent: Int
        var stall: Duration
    }

    let cards: Int
    let boards: [Board]
    let hostPpm: Double
    let isPaired: Bool
    let closesEarly: Bool
    let scoring: Scoring
    /// Milliseconds between mishaps; nil for a quiet game.
    let mishaps: ClosedRange<Int>?

    init(_ dice: inout Dice) {
        cards = dice.draw(1...4)
        hostPpm = Double(dice.draw(-50...50))
        isPaired = dice.chance(40)
        closesEarly = dice.chance(80)
        scoring = Scoring(
            mode: dice.chance(80) ? .speed : .flat, penalty: dice.chance(30) ? dice.draw(1...400) : 0,
            allowsNegativeTotals: dice.chance(20))
        mishaps = dice.pick([nil, 2_000...10_000, 300...3_000])
        boards = (0..<dice.draw(1...6)).map { _ in Self.board(&dice) }
    }

    private static func board(_ dice: inout Dice) -> Board {
        let up = link(&dice)
        var down = dice.chance(60) ? up : link(&dice)
        if dice.chance(20) { down.least = dice.milliseconds(0...200) }
        let limit = dice.pick([20, 50, 500, 900])
        return Board(
            honesty: honesty(&dice), ppm: Double(dice.draw(-limit...limit)), up: up, down: down,
            copies: dice.pick([1, 1, 1, 2, 50]), strayPercent: dice.pick([0, 30, 100]))
    }

    private static func honesty(_ dice: inout Dice) -> Honesty {
        guard dice.chance(30) else { return .honest }
        switch dice.below(5) {
        case 0: return .shifts(dice.chance(50) ? .seconds(5) : .seconds(-5))
        case 1: return .shifts(.zero - dice.milliseconds(1...400))
        case 2: return .says(dice.pick([.min, -1, 0, 1, .max, Int64(bitPattern: dice.bits())]))
        case 3: return .drifts(ppm: dice.chance(50) ? 1_000 : -1_000)
        default: return .holdsBack(dice.milliseconds(50...3_000))
        }
    }

    private static func link(_ dice: inout Dice) -> Link {
        Link(
            least: dice.chance(50) ? dice.milliseconds(0...3) : dice.milliseconds(0...200),
            jitterMilliseconds: dice.pick([0, 2, 20, 100]), stallPercent: dice.pick([0, 0, 1, 5]),
            stall: dice.milliseconds(200...2_500))
    }
}
