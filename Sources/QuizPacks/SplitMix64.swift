/// The generator SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014), with a
/// shuffle of its own: the standard library does not promise the same shuffle in its next version.
struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number in `0..<bound`: the high half of a 128-bit product. Its bias is below `bound` / 2⁶⁴.
    mutating func next(below bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// The elements in an order drawn at random (Fisher–Yates, from the end).
    mutating func shuffle<Element>(_ elements: [Element]) -> [Element] {
        var shuffled = elements
        for last in shuffled.indices.dropFirst().reversed() {
            shuffled.swapAt(last, next(below: last + 1))
        }
        return shuffled
    }
}
