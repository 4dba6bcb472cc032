/// Takes an input apart; past its end everything is zero or empty, so that every input means something.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// A piece with its length before it, two bytes, low byte first.
    mutating func piece() -> [UInt8] {
        let count = Int(byte()) | Int(byte()) << 8
        let piece = rest.prefix(count)
        rest = rest.dropFirst(count)
        return Array(piece)
    }

    /// What `piece` reads.
    static func piece(_ bytes: some Swift.Collection<UInt8>) -> [UInt8] {
        let bytes = Array(bytes.prefix(0xFFFF))
        return [UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8)] + bytes
    }
}
