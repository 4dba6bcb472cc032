/// A JSON value (RFC 8259), without the 40 MB that a general JSON library brings to a board.
///
/// Integers that fit `Int64` keep every digit; other numbers are doubles.
package enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// The member `key` of an object; nil when this is not an object or has none. Setting makes this an object.
    package subscript(key: String) -> JSON? {
        get { object?[key] }
        set {
            var members = object ?? [:]
            members[key] = newValue
            self = .object(members)
        }
    }

    /// The element `index` of an array; nil when this is not an array or is shorter.
    package subscript(index: Int) -> JSON? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// The text of a string; nil for other values.
    package var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The value of an integer, or of a number without a fraction that an `Int64` holds exactly; nil for other values.
    package var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// As `integer`.
    package var int: Int? { integer.flatMap(Int.init(exactly:)) }

    /// The value of a number or an integer; nil for other values.
    package var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The value of `true` or `false`; nil for other values.
    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements of an array; nil for other values.
    package var array: [JSON]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members of an object; nil for other values.
    package var object: [String: JSON]? {
        if case .object(let value) = self { value } else { nil }
    }

    /// Whether this is `null`.
    package var isNull: Bool { self == .null }

    /// Whether every number in here has a JSON form (JSON has no infinity and no NaN).
    package var isFinite: Bool {
        switch self {
        case .number(let value): value.isFinite
        case .array(let elements): elements.allSatisfy(\.isFinite)
        case .object(let members): members.values.allSatisfy(\.isFinite)
        default: true
        }
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(nilLiteral: ()) { self = .null }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .number(value) }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }

    /// Of two equal keys the last one wins, as in parsed text.
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
