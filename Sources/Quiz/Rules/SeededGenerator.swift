/// SplitMix64: a small generator whose whole sequence follows from its seed, so that a game can be replayed.
///
/// For order and variety only, never for secrets. Source: Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014.
package struct SeededGenerator: RandomNumberGenerator, Hashable, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to but without `bound`, which must be above 0. Independent of the standard library's own
    /// way to draw, which may change between versions; the bias is below `bound / 2^64`.
    package mutating func index(below bound: Int) -> Int {
        precondition(bound > 0, "nothing can be drawn below \(bound)")
        return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }
}
