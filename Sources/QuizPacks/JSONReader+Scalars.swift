/// Strings, numbers and words.
extension JSONReader {
    /// Reads the string whose opening quote stands at `offset`.
    mutating func readString() throws -> String {
        let start = offset
        offset += 1
        var text: [UInt8] = []
        var runStart = offset
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                text += bytes[runStart..<offset]
                offset += 1
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw failure(
                        "this text is not UTF-8; save the file with the encoding UTF-8", at: start, code: .encoding)
                }
                return string
            case UInt8(ascii: "\\"):
                text += bytes[runStart..<offset]
                text += Array(String(try readEscape()).utf8)
                runStart = offset
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                throw failure("the text that begins at column \(column(of: start)) has no closing quote on its line")
            case 0..<0x20:
                throw failure("found a control character (code \(byte)) in a text; write it as an escape, such as \\t")
            default: offset += 1
            }
        }
        throw failure("the file ends inside a text; expected a closing quote")
    }

    /// Reads the escape whose backslash stands at `offset`.
    private mutating func readEscape() throws -> Unicode.Scalar {
        let start = offset
        offset += 1
        guard let letter = next else { throw failure("the file ends inside a text; expected a closing quote") }
        offset += 1
        switch letter {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try readHex(from: start)
            if let scalar = Unicode.Scalar(first) { return scalar }
            // A surrogate (RFC 8259 section 7): the first half must be followed by the escape of the second.
            if first < 0xDC00, take("\\"), take("u") {
                let second = try readHex(from: start)
                if (0xDC00...0xDFFF).contains(second),
                    let scalar = Unicode.Scalar(0x10000 + ((UInt32(first) - 0xD800) << 10) + (UInt32(second) - 0xDC00))
                {
                    return scalar
                }
            }
            throw failure("found half of a \\u pair; expected both halves, or the character itself", at: start)
        default:
            throw failure(
                "found an unknown escape in a text; expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u", at: start)
        }
    }

    private mutating func readHex(from start: Int) throws -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw failure("found an incomplete \\u escape; expected four hexadecimal digits", at: start)
            }
            value = value << 4 | UInt16(digit)
            offset += 1
        }
        return value
    }

    /// Reads the number at `offset` by the grammar of RFC 8259 section 6.
    mutating func readNumber() throws -> Double {
        let start = offset
        _ = take("-")
        if !take("0") {
            try readDigits()
        } else if let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            throw failure("found a number that begins with 0; write it without", at: start)
        }
        if take(".") { try readDigits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try readDigits()
        }
        guard let number = Double(String(decoding: bytes[start..<offset], as: UTF8.self)) else {
            throw failure("found a number that cannot be read", at: start)
        }
        return number
    }

    private mutating func readDigits() throws {
        let start = offset
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        if offset == start { throw unexpected(expected: "a digit") }
    }

    mutating func readWord(_ word: String, _ value: JSONNode.Value) throws -> JSONNode.Value {
        guard bytes[offset...].starts(with: word.utf8) else { throw unexpected(expected: "a value") }
        offset += word.utf8.count
        return value
    }

    private func column(of position: Int) -> Int {
        failure("", at: position).column ?? 1
    }
}
