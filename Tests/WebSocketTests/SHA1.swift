import FoundationEssentials

/// SHA-1 (FIPS 180-4), enough for a test server's handshake.
enum SHA1 {
    /// The `Sec-WebSocket-Accept` for a key (RFC 6455, section 4.2.2).
    static func accept(_ key: String) -> String {
        Data(digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
    }

    static func digest(_ message: [UInt8]) -> [UInt8] {
        var padded = message + [0x80]
        while padded.count % 64 != 56 { padded.append(0) }
        padded += bytes(UInt64(message.count) * 8)
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        for start in stride(from: 0, to: padded.count, by: 64) {
            var words = (0..<16).map { index in
                padded[(start + index * 4)..<(start + index * 4 + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            }
            for index in 16..<80 {
                let mixed = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
                words.append(rotate(mixed, 1))
            }
            var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
            for index in 0..<80 {
                let (mix, constant): (UInt32, UInt32)
                switch index {
                case ..<20: (mix, constant) = ((b & c) | (~b & d), 0x5A82_7999)
                case ..<40: (mix, constant) = (b ^ c ^ d, 0x6ED9_EBA1)
                case ..<60: (mix, constant) = ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
                default: (mix, constant) = (b ^ c ^ d, 0xCA62_C1D6)
                }
                let next = rotate(a, 5) &+ mix &+ e &+ constant &+ words[index]
                (a, b, c, d, e) = (next, a, rotate(b, 30), c, d)
            }
            state = zip(state, [a, b, c, d, e]).map { $0 &+ $1 }
        }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
    }

    private static func rotate(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        word << bits | word >> (32 - bits)
    }

    private static func bytes(_ value: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * UInt64($0))) }
    }
}
