/// A database of JSON documents in a directory, made to be replicated.
///
/// All methods are synchronous and may be called from any thread; one lock guards the connection. The thread that runs a
/// transaction may call everything from inside it.
///
///     let database = try Database(path: "/var/lib/pulsador/host")
///     try database.transaction {
///         try database.collection().save("game-1", ["title": "Capitals", "phase": "lobby"])
///     }
package final class Database: Sendable {
    /// The directory.
    package let path: String
    /// The author of all versions made here: chosen when the database was created, kept ever since.
    package let source: SourceID
    /// What a person should know about the opening (a damaged file was set aside); nil when all was well.
    package let openingNotice: String?
    /// The files that documents refer to.
    package let blobs: BlobStore

    let store: Guarded<Store>
    private let feed: ChangeFeed

    /// Opens the database in the directory `path`; makes both unless `readOnly`.
    ///
    /// After an unclean stop the file is read through. A damaged one is renamed to `db.sqlite3.corrupt-N`, a fresh one
    /// takes its place, and `openingNotice` says so. Throws `.locked` while another handle or process has it open,
    /// `.notADatabase` for a foreign file, `.newerFormat`, `.notFound` (read-only and missing), `.corrupt` (read-only
    /// and damaged), `.diskFull`, `.io`.
    package init(path: String, options: DatabaseOptions = .init()) throws {
        let file = DatabaseFile(directory: path, options: options)
        let lock = try file.lock()
        let contents = try file.open()
        let feed = ChangeFeed()
        self.path = path
        self.feed = feed
        source = contents.source
        openingNotice = contents.notice
        blobs = try BlobStore(directory: "\(path)/blobs", options: options)
        store = Guarded(Store(contents, lock: lock, options: options, feed: feed))
        // Peers ask for it in their first message, whether or not anything was ever saved.
        if !options.readOnly { _ = try collection(.default) }
    }

    /// Writes everything out, marks the file as cleanly left, and lets others open it. Ends all observations.
    ///
    /// Later calls of anything else throw `.closed`; closing again does nothing. Throws `.busy` inside a transaction, and
    /// what the last write throws (the database is closed then too). The last reference going away closes as well.
    package func close() throws {
        defer {
            if store.withLock({ $0.isClosed }) {
                blobs.close()
                feed.removeAll()
            }
        }
        try store.withLock { try $0.close() }
    }

    // MARK: Access, for the files of this room

    /// Runs `body` with the open store, for reading.
    func read<Result>(_ body: (Store) throws -> Result) throws -> Result {
        try store.withLock { store in
            try store.checkOpen()
            return try body(store)
        }
    }

    /// Runs `body` as one operation (`Store.write`); afterwards the observers are told.
    @discardableResult
    func write<Result>(_ body: (Store) throws -> Result) throws -> Result {
        try deliver { store in try store.write { try body(store) } }
    }

    /// Runs `body` as one commit; afterwards, and outside the lock, the observers are told.
    func transaction<Result>(
        in durability: Durability, _ body: (Store) throws -> Result
    ) throws -> Result {
        try deliver { store in try store.transaction(durability) { try body(store) } }
    }

    private func deliver<Result>(_ body: (Store) throws -> Result) throws -> Result {
        let (result, isOutermost) = try store.withLock { store in
            try store.checkOpen()
            let result = try body(store)
            return (result, store.depth == 0)
        }
        if isOutermost { feed.drain() }
        return result
    }
}

extension Database {
    /// Runs `body` as one commit, during which no other thread can use the database.
    ///
    /// Nested calls join the outer one, whose `durability` counts. An error that leaves any of them undoes the whole,
    /// even if an outer body catches it. An operation (save, insert, …) that refuses its input undoes nothing; one that
    /// fails in the database undoes the whole. Keep bodies short and free of waiting.
    @discardableResult
    package func transaction<Result>(
        _ durability: Durability = .full, _ body: () throws -> Result
    ) throws -> Result {
        try transaction(in: durability) { _ in try body() }
    }

    /// The collection of that name, which is made if need be (not in a read-only database: `.notFound`).
    package func collection(_ name: CollectionName = .default) throws -> Collection {
        if let existing = try existingCollection(name) { return existing }
        if try read({ $0.options.readOnly }) {
            throw DocumentsError(.notFound, "the database \(path) has no collection \(name)")
        }
        try write { _ = try $0.makeNumber(of: name) }
        return Collection(name: name, database: self)
    }

    /// The collection of that name; nil when there is none. The default collection is there from the start.
    package func existingCollection(_ name: CollectionName) throws -> Collection? {
        try read { try $0.number(of: name) }.map { _ in Collection(name: name, database: self) }
    }

    /// The names of all collections, sorted.
    package func collectionNames() throws -> [CollectionName] {
        try read { try $0.collectionNames() }
    }

    /// Calls `handler` after every commit that changed documents, with its changes in the order of their sequences.
    ///
    /// Calls come one at a time and in the order of the commits, outside the lock, before the committing call returns
    /// and on its thread; while another thread is in the middle of a delivery, that thread goes on with this one's
    /// changes instead. A commit made inside a handler is delivered after the handlers of the present one return.
    /// Handlers must be quick: hand over, don't work. They see changes committed after `observe` returned.
    package func observe(_ handler: @escaping @Sendable ([DocumentChange]) -> Void) -> Observation {
        let id = feed.add(handler)
        return Observation { [weak feed] in feed?.remove(id) }
    }
}
