import FoundationEssentials

/// A set of documents in a database, each with a string as its id. A light handle: make as many as you like.
package final class Collection: Sendable {
    package let name: CollectionName
    package let database: Database

    init(name: CollectionName, database: Database) {
        self.name = name
        self.database = database
    }

    /// The document; nil when it is missing or deleted.
    package func document(_ id: String) throws -> Document? {
        guard let record = try record(id), !record.isDeleted else { return nil }
        return Document(record)
    }

    /// What is stored under the id, a tombstone too; nil when there is nothing.
    package func record(_ id: String) throws -> DocumentRecord? {
        try database.read { store in
            try store.number(of: name).flatMap { try store.record(id, in: $0) }
        }
    }

    /// As `record`, without reading the body.
    package func header(_ id: String) throws -> DocumentHeader? {
        try database.read { store in
            guard let number = try store.number(of: name), let header = try store.header(id, in: number) else {
                return nil
            }
            return DocumentHeader(
                id: id, sequence: header.sequence, vector: header.vector, isDeleted: header.isDeleted,
                bodySize: header.bodySize)
        }
    }

    /// Saves a document: a new version by this database on top of what is there, if anything.
    ///
    /// Throws `.invalidDocument` for an id outside 1…255 bytes (or with `_` first, or control characters), for top-level
    /// keys that start with `_`, and for numbers JSON cannot hold; `.tooLarge`.
    @discardableResult
    package func save(_ id: String, _ properties: [String: JSON]) throws -> Document {
        let object = JSON.object(properties)
        guard object.isFinite else {
            throw DocumentsError(.invalidDocument, "document '\(id)' holds a number that JSON cannot: not finite")
        }
        return try save(id, body: object.bytes)
    }

    /// Saves a document given as the text of a JSON object, which is kept byte for byte.
    @discardableResult
    package func save(_ id: String, body: [UInt8]) throws -> Document {
        Document(try database.write { try $0.save(id, in: name, isDeleted: false, body: body) })
    }

    /// Saves a value that encodes as a JSON object. Dates are written in ISO 8601.
    @discardableResult
    package func save<T: Encodable>(_ id: String, _ value: T) throws -> Document {
        try save(id, body: Self.body(of: value, for: id))
    }

    /// A value as the body that `save` would give it. `id` is for the error, `.invalidDocument`.
    package static func body<T: Encodable>(of value: T, for id: String) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let data: Data
        do { data = try encoder.encode(value) } catch {
            throw DocumentsError(.invalidDocument, "document '\(id)': a \(T.self) cannot be written as JSON: \(error)")
        }
        return [UInt8](data)
    }

    /// Reads a document as `T`; nil when it is missing or deleted. Throws `.invalidDocument` when it does not fit.
    package func value<T: Decodable>(_ id: String, as type: T.Type = T.self) throws -> T? {
        try document(id)?.decode(type)
    }

    /// Deletes a document and leaves a tombstone that replicates. Returns false when there was none.
    @discardableResult
    package func delete(_ id: String) throws -> Bool {
        try database.write { store in
            guard let number = try store.number(of: name), let old = try store.header(id, in: number), !old.isDeleted
            else { return false }
            _ = try store.save(id, in: name, isDeleted: true, body: [UInt8]("{}".utf8))
            return true
        }
    }

    /// Removes every trace of a document, here only: no tombstone, no change, nothing to replicate. Returns false when
    /// there was none.
    @discardableResult
    package func purge(_ id: String) throws -> Bool {
        try database.write { try $0.purge(id, in: name) }
    }
}
