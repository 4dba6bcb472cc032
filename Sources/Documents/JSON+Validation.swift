/// What one walk over a document's body tells without building it.
package struct JSONFacts: Hashable, Sendable {
    /// Whether a top-level key starts with `_`; such keys belong to the protocol and are not stored.
    package var hasReservedKeys = false
    /// Whether some key may be `@type`, so that the body may refer to blobs.
    package var mayHoldBlobs = false
}

extension JSON {
    /// Checks that `bytes` are one JSON object, without building it or allocating.
    ///
    /// Accepts exactly what `init(parsing:)` accepts, but for the range of numbers. Throws `.invalidDocument`.
    package static func validateObject(_ bytes: [UInt8]) throws -> JSONFacts {
        try bytes.withUnsafeBufferPointer { text in
            var validator = JSONValidator(scanner: JSONScanner(text))
            try validator.topLevel()
            return validator.facts
        }
    }

    /// The object without its top-level keys that start with `_`; everything kept stays byte for byte.
    ///
    /// Throws `.invalidDocument` when `bytes` are not one JSON object.
    package static func removingReservedKeys(_ bytes: [UInt8]) throws -> [UInt8] {
        try bytes.withUnsafeBufferPointer { text in
            var validator = JSONValidator(scanner: JSONScanner(text))
            var output: [UInt8] = [UInt8(ascii: "{")]
            try validator.topLevel { member, isReserved in
                if isReserved { return }
                if output.count > 1 { output.append(UInt8(ascii: ",")) }
                output.append(contentsOf: text[member])
            }
            output.append(UInt8(ascii: "}"))
            return output
        }
    }
}

/// Walks over a value, counting depth, noting the facts.
private struct JSONValidator {
    var scanner: JSONScanner
    var facts = JSONFacts()

    /// Walks over the whole text, which must be one object; shows each top-level member (key to end of value).
    mutating func topLevel(_ member: (Range<Int>, _ isReserved: Bool) -> Void = { _, _ in }) throws {
        scanner.skipSpace()
        guard scanner.byte == UInt8(ascii: "{") else { throw scanner.unexpected("a document must be an object") }
        try object(depth: 1, member)
        try scanner.expectEnd()
    }

    private mutating func value(depth: Int) throws {
        scanner.skipSpace()
        switch scanner.byte {
        case UInt8(ascii: "{"): try object(depth: depth + 1) { _, _ in }
        case UInt8(ascii: "["): try array(depth: depth + 1)
        case UInt8(ascii: "\""): _ = try scanner.string()
        case UInt8(ascii: "t"): try scanner.word("true")
        case UInt8(ascii: "f"): try scanner.word("false")
        case UInt8(ascii: "n"): try scanner.word("null")
        case UInt8(ascii: "-"), 0x30...0x39: _ = try scanner.number()
        default: throw scanner.unexpected("expected a value")
        }
    }

    private mutating func object(depth: Int, _ member: (Range<Int>, Bool) -> Void) throws {
        guard depth <= Tuning.maxJSONDepth else { throw scanner.unexpected("nested too deeply") }
        try scanner.expect(UInt8(ascii: "{"))
        scanner.skipSpace()
        if scanner.take(UInt8(ascii: "}")) { return }
        repeat {
            scanner.skipSpace()
            let start = scanner.position
            let key = try scanner.string()
            if mayBeType(key) { facts.mayHoldBlobs = true }
            let isReserved = depth == 1 && startsWithUnderscore(key)
            if isReserved { facts.hasReservedKeys = true }
            scanner.skipSpace()
            try scanner.expect(UInt8(ascii: ":"))
            try value(depth: depth)
            member(start..<scanner.position, isReserved)
            scanner.skipSpace()
        } while scanner.take(UInt8(ascii: ","))
        try scanner.expect(UInt8(ascii: "}"))
    }

    private mutating func array(depth: Int) throws {
        guard depth <= Tuning.maxJSONDepth else { throw scanner.unexpected("nested too deeply") }
        try scanner.expect(UInt8(ascii: "["))
        scanner.skipSpace()
        if scanner.take(UInt8(ascii: "]")) { return }
        repeat {
            try value(depth: depth)
            scanner.skipSpace()
        } while scanner.take(UInt8(ascii: ","))
        try scanner.expect(UInt8(ascii: "]"))
    }

    private func mayBeType(_ key: JSONScanner.StringSpan) -> Bool {
        key.hasEscapes || matches("@type", at: key.range)
    }

    private func startsWithUnderscore(_ key: JSONScanner.StringSpan) -> Bool {
        guard let first = key.range.first else { return false }
        if scanner.text[first] == UInt8(ascii: "_") { return true }
        guard key.hasEscapes, key.range.count >= 6 else { return false }
        let escape = first..<(first + 6)
        return matches(#"\u005f"#, at: escape) || matches(#"\u005F"#, at: escape)
    }

    private func matches(_ word: StaticString, at range: Range<Int>) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        for index in 0..<range.count where scanner.text[range.lowerBound + index] != word.utf8Start[index] {
            return false
        }
        return true
    }
}
