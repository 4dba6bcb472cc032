import FoundationEssentials
import Synchronization

/// A live document as it was when read; a value that does not change.
///
/// The body is parsed when a property is first asked for.
package struct Document: Sendable {
    package let id: String
    /// The database's sequence of its last change.
    package let sequence: Int64
    /// Never empty.
    package let vector: VersionVector
    /// The text of a JSON object.
    package let body: [UInt8]
    private let parsed: ParsedBody

    init(id: String, sequence: Int64, vector: VersionVector, body: [UInt8]) {
        self.id = id
        self.sequence = sequence
        self.vector = vector
        self.body = body
        parsed = ParsedBody()
    }

    init(_ record: DocumentRecord) {
        self.init(id: record.id, sequence: record.sequence, vector: record.vector, body: record.body)
    }

    /// The members of the object. Bodies are checked before they are stored; one that was damaged on the disk since
    /// shows no members here, while `decode` throws.
    package var properties: [String: JSON] { parsed.members(of: body) }

    /// The member `key`; nil when there is none.
    package subscript(key: String) -> JSON? { properties[key] }

    /// The string `key`; nil when missing or something else.
    package func string(forKey key: String) -> String? { self[key]?.string }

    /// The integer `key`; nil when missing, something else, or a number with a fraction.
    package func int(forKey key: String) -> Int? { self[key]?.int }

    /// The number `key`; nil when missing or something else.
    package func double(forKey key: String) -> Double? { self[key]?.double }

    /// The truth value `key`; nil when missing or something else.
    package func bool(forKey key: String) -> Bool? { self[key]?.bool }

    /// The array `key`; nil when missing or something else.
    package func array(forKey key: String) -> [JSON]? { self[key]?.array }

    /// The object `key`; nil when missing or something else.
    package func object(forKey key: String) -> [String: JSON]? { self[key]?.object }

    /// The document as `T`; dates are read in ISO 8601. Throws `.invalidDocument` when it does not fit.
    package func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do { return try decoder.decode(type, from: Data(body)) } catch {
            throw DocumentsError(.invalidDocument, "document '\(id)' is not a \(type): \(Self.reason(error))")
        }
    }

    /// The place and kind of a decoding failure, without the document's contents.
    private static func reason(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "unreadable" }
        func place(_ path: [any CodingKey]) -> String {
            path.isEmpty ? "the document" : path.map(\.stringValue).joined(separator: ".")
        }
        switch error {
        case .keyNotFound(let key, let context):
            return "'\(key.stringValue)' is missing in \(place(context.codingPath))"
        case .valueNotFound(_, let context): return "\(place(context.codingPath)) is null"
        case .typeMismatch(let type, let context): return "\(place(context.codingPath)) is not a \(type)"
        case .dataCorrupted(let context): return "\(place(context.codingPath)) has an unusable value"
        @unknown default: return "unreadable"
        }
    }
}

/// The members of a body, parsed once for all copies of a document.
private final class ParsedBody: Sendable {
    private let members = Mutex<[String: JSON]?>(nil)

    func members(of body: [UInt8]) -> [String: JSON] {
        members.withLock { members in
            if let members { return members }
            let parsed = (try? JSON(parsing: body, maxBytes: .max))?.object ?? [:]
            members = parsed
            return parsed
        }
    }
}
