import Synchronization

/// The one source of chance of a simulation: everything it draws follows from the seed.
///
/// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014). Draws ranges itself,
/// since the standard library's way may change between versions.
package final class Dice: Sendable {
    private let state: Mutex<UInt64>

    package init(seed: UInt64) {
        state = Mutex(seed)
    }

    package func next() -> UInt64 {
        state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// A number from 0 up to but without `bound`, which is above 0.
    func below(_ bound: Int) -> Int {
        precondition(bound > 0, "nothing can be drawn below \(bound)")
        return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    func draw(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    /// True in `percent` of 100 cases.
    func chance(_ percent: Int) -> Bool { below(100) < percent }

    func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }

    func milliseconds(_ range: ClosedRange<Int>) -> Duration { .milliseconds(draw(range)) }

    func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 32) } }

    /// Another source of chance, whose draws do not disturb this one's.
    func fork() -> Dice { Dice(seed: next()) }
}

/// For those who want a generator of the standard library's kind.
struct DiceGenerator: RandomNumberGenerator {
    let dice: Dice

    mutating func next() -> UInt64 { dice.next() }
}
