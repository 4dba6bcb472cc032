/// What a database keeps beside the documents and never replicates.
extension Store {
    func checkpoint(_ client: String) throws -> (revision: Int64, body: [UInt8])? {
        try checkKey(client, "checkpoint")
        return try connection.run(.findCheckpoint) { statement in
            statement.bind(1, client)
            return try connection.step(statement) ? (statement.integer(0), statement.blob(1)) : nil
        }
    }

    func setCheckpoint(_ client: String, body: [UInt8], expecting revision: String) throws -> String {
        guard body.count <= Tuning.maxCheckpointBytes else {
            throw DocumentsError(.tooLarge, "a checkpoint of \(body.count) bytes is too large")
        }
        let old = try checkpoint(client)?.revision
        guard revision == Self.revisionText(old) else {
            throw DocumentsError(
                .conflict,
                "checkpoint '\(client.printable)': revision ID mismatch; it is at '\(Self.revisionText(old))'"
            )
        }
        if old == nil { try makeRoomForCheckpoint() }
        let new = (old ?? 0) + 1
        try connection.run(.setCheckpoint) { statement in
            statement.bind(1, client)
            statement.bind(2, new)
            statement.bind(3, copying: body)
            _ = try connection.step(statement)
        }
        return Self.revisionText(new)
    }

    /// Drops those that were saved least often: whoever makes up clients drops his own.
    private func makeRoomForCheckpoint() throws {
        try connection.run(.dropCheckpoints) { statement in
            statement.bind(1, Int64(Tuning.maxCheckpoints - 1))
            _ = try connection.step(statement)
        }
    }

    /// `1-cc` and so on; empty for no checkpoint.
    static func revisionText(_ number: Int64?) -> String {
        number.map { "\($0)-cc" } ?? ""
    }

    func metadata(_ key: String) throws -> [UInt8]? {
        try checkKey(key, "metadata key")
        return try connection.run(.findMetadata) { statement in
            statement.bind(1, key)
            return try connection.step(statement) ? statement.blob(0) : nil
        }
    }

    func setMetadata(_ key: String, _ value: [UInt8]?) throws {
        try checkKey(key, "metadata key")
        try connection.run(value == nil ? .deleteMetadata : .setMetadata) { statement in
            statement.bind(1, key)
            if let value { statement.bind(2, copying: value) }
            _ = try connection.step(statement)
        }
    }

    func remoteVersion(_ id: String, in name: CollectionName, peer: String) throws -> Version? {
        guard let collection = try number(of: name), let peer = try number(ofPeer: peer) else { return nil }
        return try connection.run(.findRemote) { statement in
            statement.bind(1, peer)
            statement.bind(2, collection)
            statement.bind(3, id)
            guard try connection.step(statement) else { return nil }
            guard let version = statement.withBytes(0, { Version(text: $0) }) else {
                throw DocumentsError(
                    .corrupt, "database \(connection.path): a peer's version of '\(id.printable)' is unreadable")
            }
            return version
        }
    }

    func setRemoteVersion(_ version: Version, _ id: String, in name: CollectionName, peer: String) throws {
        try checkID(id)
        try checkKey(peer, "peer name")
        let collection = try makeNumber(of: name)
        let peer = try makeNumber(ofPeer: peer)
        try connection.run(.setRemote) { statement in
            statement.bind(1, peer)
            statement.bind(2, collection)
            statement.bind(3, id)
            statement.bind(4, version.description)
            _ = try connection.step(statement)
        }
    }

    private func checkKey(_ key: String, _ kind: String) throws {
        guard (1...Tuning.maxKeyBytes).contains(key.utf8.count) else {
            throw DocumentsError(.invalidDocument, "a \(kind) must have 1 to \(Tuning.maxKeyBytes) bytes")
        }
    }
}
