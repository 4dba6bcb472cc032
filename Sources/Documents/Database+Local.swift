extension Database {
    /// A replication client's checkpoint; nil when there is none. `client` is the client's own name for it, 1 to 1,024
    /// bytes.
    package func checkpoint(_ client: String) throws -> StoredCheckpoint? {
        try read { try $0.checkpoint(client) }.map {
            StoredCheckpoint(revision: Store.revisionText($0.revision), body: $0.body)
        }
    }

    /// Stores a client's checkpoint, byte for byte, and returns its new revision (`1-cc`, `2-cc`, …).
    ///
    /// `expecting` names the stored revision, `""` for none; another one there throws `.conflict`. Bodies above 1 MiB
    /// throw `.tooLarge`. A loss of power may take the last checkpoints, together with what they speak of.
    @discardableResult
    package func setCheckpoint(_ client: String, body: [UInt8], expecting revision: String) throws -> String {
        // A refusal must not undo the transaction this may be called in, so it is an operation (`write`) inside one.
        try transactionUnlessNested(.normal) { try $0.setCheckpoint(client, body: body, expecting: revision) }
    }

    /// A local value that is never replicated; nil when there is none. `key` has 1 to 1,024 bytes.
    package func metadata(_ key: String) throws -> [UInt8]? {
        try read { try $0.metadata(key) }
    }

    /// So many random bytes, from where the database was told to take them.
    package func randomBytes(_ count: Int) -> [UInt8] { store.withLock { $0.options.randomBytes(count) } }

    /// Stores a local value; nil removes it.
    package func setMetadata(_ key: String, _ value: [UInt8]?) throws {
        try write { try $0.setMetadata(key, value) }
    }

    /// Removes the blobs that no document refers to, and gives the write-ahead log's space back.
    ///
    /// A blob is stored before the document that refers to it. While documents with blobs may be coming in, spare those
    /// that were last written within `age` (by the file system's clock). Returns how many were removed.
    @discardableResult
    package func compact(sparingYoungerThan age: Duration = .zero) throws -> Int {
        try read { store in
            guard !store.options.readOnly else {
                throw DocumentsError(.readOnly, "the database \(path) was opened for reading")
            }
            var used: Set<BlobDigest> = []
            try store.connection.run(.bodiesWithBlobs) { statement in
                while try store.connection.step(statement) {
                    used.formUnion(try Blob.references(in: statement.blob(0)).map(\.digest))
                }
            }
            let removed = try blobs.removeAll(except: used, sparingYoungerThan: age)
            if store.depth == 0 { try store.connection.query("PRAGMA wal_checkpoint(TRUNCATE)") { _ in } }
            return removed
        }
    }

    /// As `write`, with `durability` for a commit of its own.
    private func transactionUnlessNested<Result>(
        _ durability: Durability, _ body: (Store) throws -> Result
    ) throws -> Result {
        try read { store in
            if store.depth > 0 { return try store.write { try body(store) } }
            return try store.transaction(durability) { try body(store) }
        }
    }

    /// Makes the log file at least `bytes` long, so that the commits that follow overwrite it instead of growing it.
    ///
    /// A commit that grows a file waits for the file system's own journal as well: measured on ext4, 0.4 ms instead of
    /// 0.1 ms. Worth one write of that size at the start of something that will wait for many durable commits. The
    /// database file takes up the same room, for documents to come. Throws `.diskFull` and the like; nothing is lost
    /// then.
    package func reserveLog(bytes: Int) throws {
        let key = "log-reserve"
        try transaction(.normal) {
            try write { store in
                try store.connection.execute("INSERT OR REPLACE INTO metadata VALUES ('\(key)', zeroblob(\(bytes)))")
            }
        }
        try transaction(.normal) { try setMetadata(key, nil) }
        try read { store in
            if store.depth == 0 { try store.connection.query("PRAGMA wal_checkpoint(RESTART)") { _ in } }
        }
    }
}
