import Timing

/// Reading and writing single documents.
extension Store {
    /// What is stored of a document, without the body.
    struct Header {
        let sequence: Int64
        let isDeleted: Bool
        let vector: VersionVector
        let bodySize: Int
    }

    /// A state about to be stored.
    struct State {
        var isDeleted: Bool
        var vector: VersionVector
        var body: [UInt8]
        var mayHoldBlobs: Bool
    }

    func header(_ id: String, in collection: Int64) throws -> Header? {
        try connection.run(.findHeader) { statement in
            statement.bind(1, collection)
            statement.bind(2, id)
            guard try connection.step(statement) else { return nil }
            return Header(
                sequence: statement.integer(0),
                isDeleted: statement.integer(1) & Schema.deletedFlag != 0,
                vector: try vector(statement, 2, of: id),
                bodySize: Int(statement.integer(3))
            )
        }
    }

    func record(_ id: String, in collection: Int64) throws -> DocumentRecord? {
        try connection.run(.findRecord) { statement in
            statement.bind(1, collection)
            statement.bind(2, id)
            guard try connection.step(statement) else { return nil }
            return DocumentRecord(
                id: id,
                sequence: statement.integer(0),
                vector: try vector(statement, 2, of: id),
                isDeleted: statement.integer(1) & Schema.deletedFlag != 0,
                body: statement.blob(3)
            )
        }
    }

    /// Reads a stored vector; throws `.corrupt` for what was never written.
    func vector(_ statement: Statement, _ column: Int32, of id: String) throws -> VersionVector {
        do {
            let vector = try statement.withBytes(column) { try VersionVector(text: $0) }
            if !vector.isEmpty { return vector }
        } catch {}
        throw DocumentsError(.corrupt, "database \(connection.path): the versions of '\(id.printable)' are unreadable")
    }

    /// Stores a state under a new sequence, in place of `old`, and notes the change. Returns the sequence.
    @discardableResult
    func put(
        _ id: String, in collection: (name: CollectionName, number: Int64), _ state: State, replacing old: Int64?,
        origin: ChangeOrigin, receivedAt: MonotonicTime? = nil
    ) throws -> Int64 {
        guard let version = state.vector.current else { preconditionFailure("a state without a version: \(id)") }
        let sequence = nextSequence()
        let flags = (state.isDeleted ? Schema.deletedFlag : 0) | (state.mayHoldBlobs ? Schema.blobsFlag : 0)
        try state.body.withUnsafeBytes { body in
            if let old {
                try connection.run(.updateDocument) { statement in
                    statement.bind(1, sequence)
                    statement.bind(2, flags)
                    statement.bind(3, utf8: state.vector.bytes)
                    statement.bind(4, borrowing: body)
                    statement.bind(5, old)
                    _ = try connection.step(statement)
                }
            } else {
                try connection.run(.insertDocument) { statement in
                    statement.bind(1, sequence)
                    statement.bind(2, collection.number)
                    statement.bind(3, id)
                    statement.bind(4, flags)
                    statement.bind(5, utf8: state.vector.bytes)
                    statement.bind(6, borrowing: body)
                    _ = try connection.step(statement)
                }
            }
        }
        let change = DocumentChange(
            collection: collection.name, id: id, sequence: sequence, isDeleted: state.isDeleted, vector: state.vector,
            version: version, origin: origin, receivedAt: receivedAt)
        note(change, replacing: old)
        return sequence
    }

    /// Replaces a vector without a new sequence.
    func setVector(_ vector: VersionVector, at sequence: Int64) throws {
        try connection.run(.updateVector) { statement in
            statement.bind(1, utf8: vector.bytes)
            statement.bind(2, sequence)
            _ = try connection.step(statement)
        }
    }

    /// Saves a local edit: a new version by this database on top of what is there.
    func save(_ id: String, in name: CollectionName, isDeleted: Bool, body: [UInt8]) throws -> DocumentRecord {
        try checkID(id)
        let facts = try checkBody(body)
        guard !facts.hasReservedKeys else {
            throw DocumentsError(
                .invalidDocument, "document '\(id)': keys that start with '_' are reserved; rename them")
        }
        let number = try makeNumber(of: name)
        let old = try header(id, in: number)
        let history = old?.vector ?? .empty
        let version = Version(time: clock.now(after: history.versions), source: source)
        let state = State(
            isDeleted: isDeleted, vector: history.adding(version), body: body, mayHoldBlobs: facts.mayHoldBlobs)
        let sequence = try put(id, in: (name, number), state, replacing: old?.sequence, origin: .local)
        return DocumentRecord(id: id, sequence: sequence, vector: state.vector, isDeleted: isDeleted, body: body)
    }

    /// Removes every trace of a document. Returns whether there was one.
    func purge(_ id: String, in name: CollectionName) throws -> Bool {
        guard let number = try number(of: name), let old = try header(id, in: number) else { return false }
        try connection.run(.deleteDocument) { statement in
            statement.bind(1, old.sequence)
            _ = try connection.step(statement)
        }
        try connection.run(.deleteRemotes) { statement in
            statement.bind(1, number)
            statement.bind(2, id)
            _ = try connection.step(statement)
        }
        forget(old.sequence)
        return true
    }

    /// Refuses ids that the protocol or LiteCore would not carry: 1 to 255 bytes, no `_` first, no control characters.
    func checkID(_ id: String) throws {
        guard (1...Tuning.maxDocumentIDBytes).contains(id.utf8.count) else {
            throw DocumentsError(.invalidDocument, "a document id must have 1 to 255 bytes, not \(id.utf8.count)")
        }
        guard id.utf8.first != UInt8(ascii: "_"), !id.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
            throw DocumentsError(
                .invalidDocument, "the document id '\(id.printable)' starts with '_' or has a control character in it")
        }
    }

    func checkBody(_ body: [UInt8]) throws -> JSONFacts {
        guard body.count <= options.maxDocumentBytes else {
            throw DocumentsError(
                .tooLarge, "a document of \(body.count) bytes is above the limit of \(options.maxDocumentBytes)")
        }
        return try JSON.validateObject(body)
    }
}
