/// A strict JSON reader (RFC 8259) that knows its line and column and hands out one value at a time.
///
/// The standard decoder cannot say on which line a value stood, and would hold a whole file's values at once. Here the
/// caller walks the outer levels with `readObject` and `readArray`, and takes one bounded value at a time with
/// `readNode`. Every failure is a `PackError` with line and column.
struct JSONReader {
    /// The path that failures name.
    let file: String
    let bytes: [UInt8]
    var offset = 0
    /// The line at `offset`, counted from 1. Only white space can hold a line break, so it is counted there.
    private(set) var line = 1
    private var lineStart = 0
    private var depth = 0
    /// Values that `readNode` may still keep.
    private var budget = 0

    init(_ bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            offset = 3
            lineStart = 3
        }
    }

    /// The byte at `offset`, or nil at the end.
    var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func skipSpace() {
        while let byte = next {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"): offset += 1
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                offset += 1
                if byte == UInt8(ascii: "\r"), next == UInt8(ascii: "\n") { offset += 1 }
                line += 1
                lineStart = offset
            default: return
            }
        }
    }

    /// Whether nothing but white space is left.
    mutating func isAtEnd() -> Bool {
        skipSpace()
        return next == nil
    }

    /// Walks an object; `member` must consume the value, which `offset` stands on.
    mutating func readObject(_ member: (inout JSONReader, _ name: String, _ line: Int) throws -> Void) throws {
        try readList(from: "{", to: "}", of: "a field name in double quotes") { reader in
            guard reader.next == UInt8(ascii: "\"") else {
                throw reader.unexpected(expected: "a field name in double quotes")
            }
            let line = reader.line
            let name = try reader.readString()
            reader.skipSpace()
            guard reader.take(":") else { throw reader.unexpected(expected: "\":\" after the field name") }
            reader.skipSpace()
            try member(&reader, name, line)
        }
    }

    /// Walks an array; `element` must consume the value, which `offset` stands on.
    mutating func readArray(_ element: (inout JSONReader) throws -> Void) throws {
        try readList(from: "[", to: "]", of: "a value", element)
    }

    /// Reads the value at `offset` with all its parts; one with too many is read over and comes back as such.
    mutating func readNode() throws -> JSONNode {
        let line = line
        budget = PackLimits.valuesPerQuestion
        let node = try readValue()
        return budget < 0 ? JSONNode(line: line, value: .tooManyParts) : node
    }

    private mutating func readValue() throws -> JSONNode {
        budget -= 1
        let line = line
        switch next {
        case UInt8(ascii: "{"):
            var members: [JSONNode.Member] = []
            try readObject { reader, name, _ in
                let node = try reader.readValue()
                if reader.budget >= 0 { members.append(.init(name: name, node: node)) }
            }
            return JSONNode(line: line, value: .object(members))
        case UInt8(ascii: "["):
            var elements: [JSONNode] = []
            try readArray { reader in
                let node = try reader.readValue()
                if reader.budget >= 0 { elements.append(node) }
            }
            return JSONNode(line: line, value: .array(elements))
        case UInt8(ascii: "\""): return JSONNode(line: line, value: .string(try readString()))
        case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
            return JSONNode(line: line, value: .number(try readNumber()))
        case UInt8(ascii: "t"): return JSONNode(line: line, value: try readWord("true", .bool(true)))
        case UInt8(ascii: "f"): return JSONNode(line: line, value: try readWord("false", .bool(false)))
        case UInt8(ascii: "n"): return JSONNode(line: line, value: try readWord("null", .null))
        default: throw unexpected(expected: "a value")
        }
    }

    private mutating func readList(
        from open: Unicode.Scalar,
        to close: Unicode.Scalar,
        of expected: String,
        _ element: (inout JSONReader) throws -> Void
    ) throws {
        guard take(open) else { throw unexpected(expected: "\"\(open)\"") }
        depth += 1
        guard depth <= PackLimits.depth else {
            throw failure("more than \(PackLimits.depth) levels of brackets; a pack has four")
        }
        defer { depth -= 1 }
        skipSpace()
        if take(close) { return }
        while true {
            try element(&self)
            skipSpace()
            if take(close) { return }
            guard take(",") else { throw unexpected(expected: "\",\" or \"\(close)\"") }
            skipSpace()
            if next == UInt8(ascii: close) {
                throw unexpected(expected: "\(expected) after the comma (the last one has no comma after it)")
            }
        }
    }

    /// Steps over `scalar` if it is next.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: scalar) else { return false }
        offset += 1
        return true
    }

    /// The failure for what stands at `offset`, in place of `expected`.
    func unexpected(expected: String) -> PackError {
        guard next != nil else { return failure("the file ends here; expected \(expected)") }
        let scalar = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
        let hint =
            switch scalar {
            case "“", "”", "„", "‘", "’", "'": "; JSON wants straight double quotes (\")"
            case "/", "#": "; JSON has no comments"
            default: ""
            }
        let found = scalar.map { String($0).excerpt } ?? "nothing"
        return failure("found \(found); expected \(expected)\(hint)")
    }

    /// A syntax failure at byte `position` (of the current line), or at `offset`.
    func failure(_ message: String, at position: Int? = nil, code: PackError.Code = .syntax) -> PackError {
        let before = bytes[lineStart..<max(lineStart, min(position ?? offset, bytes.count))]
        // Continuation bytes (10xxxxxx) do not begin a scalar.
        let column = before.count { $0 & 0xC0 != 0x80 } + 1
        return PackError(code, message, file: file, line: line, column: column)
    }
}
