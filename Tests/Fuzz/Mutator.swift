/// Spoils inputs, always in the same way for the same seed (SplitMix64).
struct Mutator: RandomNumberGenerator {
    private var state: UInt64
    private let words: [[UInt8]]

    init(seed: UInt64, words: [String]) {
        state = seed
        self.words = words.map { Array($0.utf8) }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Numbers at which something often happens.
    private static let bytes: [UInt8] = [0, 1, 0x20, 0x22, 0x2C, 0x3A, 0x40, 0x5B, 0x7B, 0x7F, 0x80, 0xC0, 0xFE, 0xFF]

    /// One of `corpus` with a few changes.
    mutating func mutate(_ corpus: [[UInt8]]) -> [UInt8] {
        var input = corpus.randomElement(using: &self) ?? []
        for _ in 0..<Int.random(in: 1...8, using: &self) { change(&input, corpus) }
        return Array(input.prefix(Fuzz.maxInputBytes))
    }

    private mutating func change(_ input: inout [UInt8], _ corpus: [[UInt8]]) {
        let position = Int.random(in: 0...input.count, using: &self)
        let end = min(input.count, position + Int.random(in: 1...32, using: &self))
        switch Int.random(in: 0..<9, using: &self) {
        case 0 where position < input.count: input[position] ^= 1 << UInt8.random(in: 0..<8, using: &self)
        case 1 where position < input.count: input[position] = UInt8.random(in: 0...255, using: &self)
        case 2 where position < input.count:
            input[position] = Self.bytes.randomElement(using: &self) ?? 0
        case 3: input.removeSubrange(position..<end)
        case 4:
            input.insert(contentsOf: Array(input[position..<end]), at: Int.random(in: 0...input.count, using: &self))
        case 5:
            let count = Int.random(in: 1...8, using: &self)
            input.insert(contentsOf: (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }, at: position)
        case 6: input.insert(contentsOf: words.randomElement(using: &self) ?? [], at: position)
        case 7:
            let other = corpus.randomElement(using: &self) ?? []
            let start = Int.random(in: 0...other.count, using: &self)
            input = Array(input[..<position]) + other[start...]
        default: input.removeLast(input.count - position)
        }
    }
}
