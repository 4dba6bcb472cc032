/// Walks over JSON text byte by byte, checks it against RFC 8259, and allocates nothing.
///
/// The parser and the validator share it. Strings are checked as UTF-8 (RFC 3629: no overlong forms, no surrogates, no
/// value above U+10FFFF). All errors are `.invalidDocument` with the byte position.
struct JSONScanner {
    /// Where a string's contents stand (without the quotes), and whether they need unescaping.
    struct StringSpan {
        let range: Range<Int>
        let hasEscapes: Bool
    }

    /// Where a number stands, and whether it is written without a fraction and an exponent.
    struct NumberSpan {
        let range: Range<Int>
        let isInteger: Bool
    }

    let text: UnsafeBufferPointer<UInt8>
    var position = 0

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
    }

    /// The byte at the position, 0 at the end. (0 is legal nowhere in JSON text, so it needs no other mark.)
    @inline(__always) var byte: UInt8 {
        position < text.count ? text[position] : 0
    }

    @inline(__always) mutating func skipSpace() {
        while position < text.count {
            switch text[position] {
            case 0x20, 0x0a, 0x0d, 0x09: position += 1
            default: return
            }
        }
    }

    /// Takes `character` when it comes next.
    @inline(__always) mutating func take(_ character: UInt8) -> Bool {
        guard byte == character else { return false }
        position += 1
        return true
    }

    mutating func expect(_ character: UInt8) throws {
        guard take(character) else { throw unexpected("expected '\(Character(UnicodeScalar(character)))'") }
    }

    mutating func expectEnd() throws {
        skipSpace()
        guard position == text.count else { throw unexpected("text after the value") }
    }

    /// Takes the word `true`, `false` or `null`, of which the first letter was seen.
    mutating func word(_ word: StaticString) throws {
        let length = word.utf8CodeUnitCount
        guard text.count - position >= length else { throw unexpected("unfinished word") }
        for index in 0..<length where text[position + index] != word.utf8Start[index] {
            throw unexpected("unknown word")
        }
        position += length
    }

    /// Takes a string, the quote of which comes next.
    mutating func string() throws -> StringSpan {
        try expect(UInt8(ascii: "\""))
        let start = position
        var hasEscapes = false
        while position < text.count {
            let character = text[position]
            switch character {
            case UInt8(ascii: "\""):
                position += 1
                return StringSpan(range: start..<(position - 1), hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try escape()
            case 0x20...0x7f:
                position += 1
            case 0x80...0xff:
                try multibyte(character)
            default:
                throw unexpected("a control character inside a string")
            }
        }
        throw unexpected("unfinished string")
    }

    private mutating func escape() throws {
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        case UInt8(ascii: "u"):
            position += 1
            let unit = try hexadecimal()
            if unit & 0xfc00 == 0xdc00 { throw unexpected("half of a surrogate pair") }
            if unit & 0xfc00 == 0xd800 {
                guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), try hexadecimal() & 0xfc00 == 0xdc00 else {
                    throw unexpected("half of a surrogate pair")
                }
            }
        default:
            throw unexpected("unknown escape")
        }
    }

    /// Takes four hexadecimal digits.
    mutating func hexadecimal() throws -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            switch byte {
            case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
            case 0x61...0x66: value = value << 4 | UInt32(byte - 0x61 + 10)
            case 0x41...0x46: value = value << 4 | UInt32(byte - 0x41 + 10)
            default: throw unexpected("expected four hexadecimal digits")
            }
            position += 1
        }
        return value
    }

    /// Takes one UTF-8 sequence of two to four bytes (RFC 3629 section 4).
    private mutating func multibyte(_ lead: UInt8) throws {
        let second: ClosedRange<UInt8>
        let count: Int
        switch lead {
        case 0xc2...0xdf: (second, count) = (0x80...0xbf, 2)
        case 0xe0: (second, count) = (0xa0...0xbf, 3)
        case 0xed: (second, count) = (0x80...0x9f, 3)
        case 0xe1...0xef: (second, count) = (0x80...0xbf, 3)
        case 0xf0: (second, count) = (0x90...0xbf, 4)
        case 0xf1...0xf3: (second, count) = (0x80...0xbf, 4)
        case 0xf4: (second, count) = (0x80...0x8f, 4)
        default: throw unexpected("bytes that are not UTF-8")
        }
        guard text.count - position >= count, second.contains(text[position + 1]) else {
            throw unexpected("bytes that are not UTF-8")
        }
        for index in 2..<max(2, count) where text[position + index] & 0xc0 != 0x80 {
            throw unexpected("bytes that are not UTF-8")
        }
        position += count
    }

    /// Takes a number, the first character of which comes next.
    mutating func number() throws -> NumberSpan {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        var isInteger = true
        if take(UInt8(ascii: ".")) {
            isInteger = false
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isInteger = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        return NumberSpan(range: start..<position, isInteger: isInteger)
    }

    private mutating func digits() throws {
        guard (0x30...0x39).contains(byte) else { throw unexpected("expected a digit") }
        while (0x30...0x39).contains(byte) { position += 1 }
    }

    /// An error about what stands at the position.
    func unexpected(_ problem: String) -> DocumentsError {
        let place = position < text.count ? "at byte \(position)" : "at the end (byte \(position))"
        return DocumentsError(.invalidDocument, "not valid JSON: \(problem) \(place)")
    }
}
