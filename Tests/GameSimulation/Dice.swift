import Quiz
import Timing

/// The one source of chance of a simulated game: everything it draws follows from the seed.
struct Dice {
    private var numbers: SeededGenerator

    init(seed: UInt64) {
        numbers = SeededGenerator(seed: seed)
    }

    mutating func below(_ bound: Int) -> Int { numbers.index(below: bound) }

    mutating func draw(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    /// True in `percent` of 100 cases.
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }

    mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration {
        .microseconds(draw(range) * 1_000 + below(1_000))
    }

    mutating func bits() -> UInt64 { numbers.next() }
}
