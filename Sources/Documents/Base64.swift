/// Standard base64 (RFC 4648 section 4) without padding; the callers add or refuse the padding themselves.
enum Base64 {
    /// The six bits that a character stands for; nil outside the alphabet.
    @inline(__always) static func value(of character: UInt8) -> UInt8? {
        switch character {
        case 0x41...0x5a: character - 0x41
        case 0x61...0x7a: character - 0x61 + 26
        case 0x30...0x39: character - 0x30 + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    /// The character that stands for six bits.
    @inline(__always) static func character(of value: UInt8) -> UInt8 {
        switch value {
        case 0..<26: value + 0x41
        case 26..<52: value - 26 + 0x61
        case 52..<62: value - 52 + 0x30
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }

    /// Encodes without padding.
    static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        var bits: UInt32 = 0
        var bitCount: UInt32 = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                output.append(character(of: UInt8(bits >> bitCount & 63)))
            }
            bits &= (1 << bitCount) - 1
        }
        if bitCount > 0 { output.append(character(of: UInt8(bits << (6 - bitCount) & 63))) }
        return output
    }

    /// Decodes text without padding; nil for a character outside the alphabet or for spare bits that are not zero.
    static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var output: [UInt8] = []
        var bits: UInt32 = 0
        var bitCount: UInt32 = 0
        for character in text {
            guard let value = value(of: character) else { return nil }
            bits = bits << 6 | UInt32(value)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                output.append(UInt8(truncatingIfNeeded: bits >> bitCount))
                bits &= (1 << bitCount) - 1
            }
        }
        return bits == 0 && bitCount < 6 ? output : nil
    }
}
