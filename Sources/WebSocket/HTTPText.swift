/// Small rules of HTTP header text.
enum HTTPText {
    /// Without the spaces and tabs around it.
    static func trimmed(_ text: some StringProtocol) -> Substring {
        var rest = Substring(text)
        while rest.first == " " || rest.first == "\t" { rest.removeFirst() }
        while rest.last == " " || rest.last == "\t" { rest.removeLast() }
        return rest
    }

    /// One line of printable ASCII, cut to a length: safe in a status line or a header, whatever `text` holds.
    static func line(_ text: String, maxBytes: Int) -> String {
        let bytes = text.unicodeScalars.prefix(maxBytes).map { scalar -> UInt8 in
            scalar.value >= 0x20 && scalar.value < 0x7F ? UInt8(scalar.value) : (scalar.value < 0x20 ? 0x20 : 0x3F)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// With every %XX decoded; nil when one is incomplete or the result is not UTF-8.
    static func percentDecoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
                let value = UInt8(Substring(digits), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The longest beginning of `text` that has at most `maxBytes` bytes of UTF-8 and splits no character.
    static func prefix(_ text: String, maxBytes: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for character in text.unicodeScalars {
            let encoded = Array(String(character).utf8)
            if bytes.count + encoded.count > maxBytes { break }
            bytes += encoded
        }
        return bytes
    }
}
