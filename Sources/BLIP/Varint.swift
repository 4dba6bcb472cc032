/// Unsigned LEB128: seven bits in each byte, the least significant group first, the top bit set on all but the last.
enum Varint {
    /// A 64-bit number takes at most ten bytes.
    static let maxBytes = 10

    /// Reads a number at `index` and moves `index` behind it.
    ///
    /// Returns nil, with `index` unmoved, if the bytes end inside the number. Throws if it does not fit into 64 bits.
    static func read(_ bytes: [UInt8], at index: inout Int) throws(BLIPError) -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        var position = index
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            // The tenth byte has room for one bit, and nothing may follow it.
            guard shift < 63 || byte <= 1 else {
                throw BLIPError(.malformedFrame, "a number has more than 64 bits; the peer does not speak BLIP 3")
            }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 {
                index = position
                return value
            }
            shift += 7
        }
        return nil
    }

    /// How many bytes `append` takes.
    static func byteCount(_ value: UInt64) -> Int {
        max(1, (UInt64.bitWidth - value.leadingZeroBitCount + 6) / 7)
    }

    /// Appends `value` in as few bytes as it needs.
    static func append(_ value: UInt64, to bytes: inout [UInt8]) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
