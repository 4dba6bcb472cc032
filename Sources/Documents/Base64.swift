/// Standard base64 (RFC 4648 section 4) without padding; the callers add or refuse the padding themselves.
enum Base64 {
    private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The value of each character, 255 for those outside the alphabet.
    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(value) }
        return table
    }()

    /// Encodes without padding.
    static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        var bits: UInt32 = 0
        var bitCount = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                output.append(alphabet[Int(bits >> UInt32(bitCount) & 63)])
            }
            bits &= (1 << UInt32(bitCount)) - 1
        }
        if bitCount > 0 { output.append(alphabet[Int(bits << UInt32(6 - bitCount) & 63)]) }
        return output
    }

    /// Decodes text without padding; nil for a character outside the alphabet or for spare bits that are not zero.
    static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var output: [UInt8] = []
        var bits: UInt32 = 0
        var bitCount = 0
        for character in text {
            let value = values[Int(character)]
            guard value != 255 else { return nil }
            bits = bits << 6 | UInt32(value)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                output.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
                bits &= (1 << UInt32(bitCount)) - 1
            }
        }
        return bits == 0 && bitCount < 6 ? output : nil
    }
}
