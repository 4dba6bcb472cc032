/// The author of versions: one per database file, 16 bytes, made once and kept.
///
/// Text form: standard base64 of the 16 bytes without padding, 22 characters (`DeW0Cmq3QX6+CStGmDegsg`). The parser is
/// strict: other lengths, base64url, set spare bits and the all-zero id are refused.
package struct SourceID: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// An id from its 16 bytes; nil for another count or all zeros.
    package init?(bytes: some Swift.Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self.init(
            high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            low: bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
        )
    }

    private init?(high: UInt64, low: UInt64) {
        guard high != 0 || low != 0 else { return nil }
        self.high = high
        self.low = low
    }

    /// A fresh id: a random UUID (RFC 9562 version 4).
    package static func random(_ randomBytes: (Int) -> [UInt8] = SecureRandom.bytes) -> SourceID {
        var bytes = randomBytes(16)
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        guard let id = SourceID(bytes: bytes) else {
            preconditionFailure("a version 4 UUID has set bits, so it is never the all-zero id")
        }
        return id
    }

    /// The 16 bytes.
    package var bytes: [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? high : low) >> UInt64(8 * (7 - $0 % 8))) }
    }

    /// The same bytes as a UUID, lower case, 36 characters.
    package var uuidText: String {
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
        return text
    }

    /// Reads the 22 characters at the start of `text`; nil unless `text` is exactly those.
    init?(text: UnsafeBufferPointer<UInt8>) {
        guard text.count == 22 else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for index in 0..<22 {
            guard let value = Base64.value(of: text[index]) else { return nil }
            if index < 21 {
                high = high << 6 | low >> 58
                low = low << 6 | UInt64(value)
            } else {
                // 21 characters are 126 bits; the last one adds two, and its four spare bits must be zero.
                guard value & 0x0f == 0 else { return nil }
                high = high << 2 | low >> 62
                low = low << 2 | UInt64(value >> 4)
            }
        }
        self.init(high: high, low: low)
    }

    /// Appends the 22 characters.
    func write(to output: inout [UInt8]) {
        for index in 0..<21 {
            let shift = UInt64(122 - 6 * index)
            let group = shift >= 64 ? high >> (shift - 64) : low >> shift | high << (64 - shift)
            output.append(Base64.character(of: UInt8(truncatingIfNeeded: group & 63)))
        }
        output.append(Base64.character(of: UInt8(truncatingIfNeeded: (low & 3) << 4)))
    }
}

extension SourceID: LosslessStringConvertible {
    /// Parses the 22 characters; nil for anything else.
    package init?(_ description: String) {
        var text = description
        guard let id = text.withUTF8({ SourceID(text: $0) }) else { return nil }
        self = id
    }

    package var description: String {
        var output: [UInt8] = []
        output.reserveCapacity(22)
        write(to: &output)
        return String(decoding: output, as: UTF8.self)
    }
}

extension SourceID: Comparable {
    /// The order of the text forms, byte by byte: what "the higher source" means when a conflict is a draw.
    package static func < (left: SourceID, right: SourceID) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }
}

extension SourceID: Codable {
    /// Written as the 22 characters.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = SourceID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a source id of 22 characters")
        }
        self = id
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
