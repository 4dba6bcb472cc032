extension JSON {
    /// Parses one JSON text (RFC 8259, strict). Of two equal keys the last one wins.
    ///
    /// Throws `.invalidDocument` with the byte position, also for numbers beyond a double, halves of surrogate pairs
    /// and nesting deeper than 128; `.tooLarge` above `maxBytes` (32 MiB when nil).
    package init(parsing bytes: [UInt8], maxBytes: Int? = nil) throws {
        self = try bytes.withUnsafeBufferPointer { try JSON(parsing: $0, maxBytes: maxBytes ?? Tuning.maxJSONBytes) }
    }

    /// Parses the text of a string; as `init(parsing:maxBytes:)`.
    package init(text: String, maxBytes: Int? = nil) throws {
        var text = text
        self = try text.withUTF8 { try JSON(parsing: $0, maxBytes: maxBytes ?? Tuning.maxJSONBytes) }
    }

    init(parsing text: UnsafeBufferPointer<UInt8>, maxBytes: Int) throws {
        guard text.count <= maxBytes else {
            throw DocumentsError(.tooLarge, "JSON of \(text.count) bytes is above the limit of \(maxBytes)")
        }
        var parser = JSONParser(scanner: JSONScanner(text))
        self = try parser.value(depth: 0)
        try parser.scanner.expectEnd()
    }
}

/// Builds values from what the scanner finds.
private struct JSONParser {
    var scanner: JSONScanner

    mutating func value(depth: Int) throws -> JSON {
        scanner.skipSpace()
        switch scanner.byte {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"):
            try scanner.word("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try scanner.word("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try scanner.word("null")
            return .null
        case UInt8(ascii: "-"), 0x30...0x39: return try number()
        default: throw scanner.unexpected("expected a value")
        }
    }

    private mutating func object(depth: Int) throws -> JSON {
        guard depth <= Tuning.maxJSONDepth else { throw scanner.unexpected("nested too deeply") }
        try scanner.expect(UInt8(ascii: "{"))
        var members: [String: JSON] = [:]
        scanner.skipSpace()
        if scanner.take(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            scanner.skipSpace()
            let key = try string()
            scanner.skipSpace()
            try scanner.expect(UInt8(ascii: ":"))
            members[key] = try value(depth: depth)
            scanner.skipSpace()
        } while scanner.take(UInt8(ascii: ","))
        try scanner.expect(UInt8(ascii: "}"))
        return .object(members)
    }

    private mutating func array(depth: Int) throws -> JSON {
        guard depth <= Tuning.maxJSONDepth else { throw scanner.unexpected("nested too deeply") }
        try scanner.expect(UInt8(ascii: "["))
        var elements: [JSON] = []
        scanner.skipSpace()
        if scanner.take(UInt8(ascii: "]")) { return .array(elements) }
        repeat {
            elements.append(try value(depth: depth))
            scanner.skipSpace()
        } while scanner.take(UInt8(ascii: ","))
        try scanner.expect(UInt8(ascii: "]"))
        return .array(elements)
    }

    private mutating func string() throws -> String {
        let span = try scanner.string()
        let contents = UnsafeBufferPointer(rebasing: scanner.text[span.range])
        guard span.hasEscapes else { return String(decoding: contents, as: UTF8.self) }
        return try Self.unescape(contents)
    }

    /// Replaces the escapes of a string that the scanner has checked.
    private static func unescape(_ contents: UnsafeBufferPointer<UInt8>) throws -> String {
        var scanner = JSONScanner(contents)
        var output: [UInt8] = []
        output.reserveCapacity(contents.count)
        while scanner.position < contents.count {
            let byte = scanner.byte
            scanner.position += 1
            guard byte == UInt8(ascii: "\\") else {
                output.append(byte)
                continue
            }
            let kind = scanner.byte
            scanner.position += 1
            switch kind {
            case UInt8(ascii: "b"): output.append(0x08)
            case UInt8(ascii: "f"): output.append(0x0c)
            case UInt8(ascii: "n"): output.append(0x0a)
            case UInt8(ascii: "r"): output.append(0x0d)
            case UInt8(ascii: "t"): output.append(0x09)
            case UInt8(ascii: "u"):
                var value = try scanner.hexadecimal()
                if value & 0xfc00 == 0xd800 {
                    scanner.position += 2
                    value = 0x10000 + (value & 0x3ff) << 10 + (try scanner.hexadecimal() & 0x3ff)
                }
                guard let scalar = UnicodeScalar(value) else { throw scanner.unexpected("half of a surrogate pair") }
                output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            default: output.append(kind)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private mutating func number() throws -> JSON {
        let span = try scanner.number()
        let digits = UnsafeBufferPointer(rebasing: scanner.text[span.range])
        if span.isInteger, let value = Self.integer(digits) { return .integer(value) }
        guard let value = Double(String(decoding: digits, as: UTF8.self)), value.isFinite else {
            throw scanner.unexpected("a number beyond the range of a double")
        }
        return .number(value)
    }

    /// The integer, or nil when it does not fit (or is -0, which only a double holds).
    private static func integer(_ digits: UnsafeBufferPointer<UInt8>) -> Int64? {
        let isNegative = digits[0] == UInt8(ascii: "-")
        var value: Int64 = 0
        for digit in digits.dropFirst(isNegative ? 1 : 0) {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            // Counted downwards, since the least integer has no positive counterpart.
            let (sum, overflowed) = product.subtractingReportingOverflow(Int64(digit - 0x30))
            if overflow || overflowed { return nil }
            value = sum
        }
        if isNegative { return value == 0 ? nil : value }
        return value == .min ? nil : -value
    }
}
