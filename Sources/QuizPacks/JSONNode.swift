/// One JSON value and the line it began on.
struct JSONNode {
    struct Member {
        let name: String
        let node: JSONNode
    }

    enum Value {
        case null
        case bool(Bool)
        /// A literal that overflows is infinite.
        case number(Double)
        case string(String)
        case array([JSONNode])
        /// In the order of the file, repeated names included.
        case object([Member])
        /// A value with more parts than `PackLimits.valuesPerQuestion`: read over, not kept.
        case tooManyParts
    }

    /// Counted from 1.
    let line: Int
    let value: Value

    var string: String? {
        if case .string(let string) = value { string } else { nil }
    }

    /// The number when it is whole and fits, however it is written (`20`, `20.0`, `2e1`).
    var wholeNumber: Int? {
        if case .number(let number) = value { Int(exactly: number) } else { nil }
    }

    /// What the value is, for a message that says what was found; safe to print.
    var found: String {
        switch value {
        case .null: return "null"
        case .bool(let bool): return "\(bool)"
        case .number(let number): return Int(exactly: number).map { "\($0)" } ?? "\(number)"
        case .string(let string): return "the text \(string.excerpt)"
        case .array(let elements): return elements.isEmpty ? "an empty list" : "a list"
        case .object: return "an object"
        case .tooManyParts: return "a value with more than \(PackLimits.valuesPerQuestion) parts"
        }
    }
}
