import Timing

/// The state of an open database: everything that the lock of `Database` guards.
///
/// Methods here run under that lock. Writing ones run inside `transaction` or `write`.
final class Store {
    let connection: Connection
    let options: DatabaseOptions
    let source: SourceID
    let clock: HybridClock
    let feed: ChangeFeed

    /// The last sequence given out. It never goes back, not even with a rollback.
    private(set) var sequence: Int64
    private var savedCounters: (sequence: Int64, clock: UInt64)

    /// How many transactions are nested; 0 outside one.
    private(set) var depth = 0
    /// Why the open transaction can only be rolled back.
    private var doom: (any Error)?
    /// The sequence before the open transaction.
    private var firstSequence: Int64 = 0
    private var pending: [DocumentChange] = []
    private var durability = Durability.full

    private var collectionNumbers: [CollectionName: Int64] = [:]
    private var peerNumbers: [String: Int64] = [:]

    private var lock: File?
    private(set) var isClosed = false

    init(_ contents: DatabaseFile.Contents, lock: File?, options: DatabaseOptions, feed: ChangeFeed) {
        connection = contents.connection
        source = contents.source
        sequence = contents.sequence
        clock = HybridClock(
            last: contents.clock, stamp: Self.stamp(options), refusesTimesAhead: options.refusesTimesAhead,
            wallClock: options.wallClock)
        savedCounters = (contents.sequence, contents.clock)
        self.lock = lock
        self.options = options
        self.feed = feed
    }

    deinit { try? close() }

    /// A stamp for the times that are given out until the next opening.
    private static func stamp(_ options: DatabaseOptions) -> UInt64 {
        options.randomBytes(2).reduce(0) { $0 << 8 | UInt64($1) } % Tuning.clockStamps
    }

    /// Marks the file as cleanly left, closes it, lets others in.
    func close() throws {
        guard !isClosed else { return }
        guard depth == 0 else {
            throw DocumentsError(.busy, "the database \(connection.path) cannot be closed inside a transaction")
        }
        defer {
            isClosed = true
            connection.close()
            lock?.close()
            lock = nil
        }
        guard !options.readOnly else { return }
        try setSynchronous(.full)
        try write {
            try connection.execute(
                "UPDATE state SET in_use = 0, sequence = \(sequence), clock = \(Int64(bitPattern: clock.last))"
            )
        }
    }

    func checkOpen() throws {
        if isClosed { throw DocumentsError(.closed, "the database \(connection.path) is closed") }
    }

    // MARK: Transactions

    /// Runs `body` as one commit, or as part of the open one. Whatever it throws undoes the whole.
    func transaction<Result>(_ durability: Durability, _ body: () throws -> Result) throws -> Result {
        guard depth > 0 else { return try outermost(durability, body) }
        return try nested(body) { _ in true }
    }

    /// Runs one operation as a commit of its own, or as part of the open one. There only a failure of SQLite dooms the
    /// whole: operations check before they write, so a refused document leaves its batch intact.
    func write<Result>(_ body: () throws -> Result) throws -> Result {
        guard depth > 0 else { return try outermost(.full, body) }
        return try nested(body) { ($0 as? DocumentsError)?.sqliteCode != 0 }
    }

    private func nested<Result>(_ body: () throws -> Result, dooms: (any Error) -> Bool) throws -> Result {
        if let doom { throw doom }
        depth += 1
        defer { depth -= 1 }
        do { return try body() } catch {
            if doom == nil, dooms(error) { doom = error }
            throw error
        }
    }

    private func outermost<Result>(_ durability: Durability, _ body: () throws -> Result) throws -> Result {
        try checkOpen()
        guard !options.readOnly else {
            throw DocumentsError(.readOnly, "the database \(connection.path) was opened for reading")
        }
        try setSynchronous(durability)
        try connection.run(.begin) { _ = try connection.step($0) }
        firstSequence = sequence
        depth = 1
        defer {
            depth = 0
            doom = nil
            pending = []
        }
        do {
            let result = try body()
            if let doom { throw doom }
            try saveCounters()
            try options.willCommit?(durability)
            try connection.run(.commit) { _ = try connection.step($0) }
            options.didCommit?(durability)
            savedCounters = (sequence, clock.last)
            if !pending.isEmpty { feed.append(pending) }
            return result
        } catch {
            rollback()
            throw error
        }
    }

    private func rollback() {
        // A transaction that SQLite has ended by itself needs none, and a failing one ends with the connection.
        if !connection.isAutocommit { try? connection.run(.rollback) { _ = try connection.step($0) } }
        collectionNumbers = [:]
        peerNumbers = [:]
    }

    private func saveCounters() throws {
        let clock = clock.last
        guard sequence != savedCounters.sequence || clock != savedCounters.clock else { return }
        try connection.run(.saveCounters) { statement in
            statement.bind(1, sequence)
            statement.bind(2, Int64(bitPattern: clock))
            _ = try connection.step(statement)
        }
    }

    /// SQLite takes this between transactions only, so the outermost one decides.
    private func setSynchronous(_ durability: Durability) throws {
        guard durability != self.durability else { return }
        try connection.execute("PRAGMA synchronous = \(durability == .full ? "FULL" : "NORMAL")")
        self.durability = durability
    }

    // MARK: Sequences and changes

    func nextSequence() -> Int64 {
        sequence += 1
        return sequence
    }

    /// Notes a change for the observers; it replaces an earlier one of the same document in this transaction.
    func note(_ change: DocumentChange, replacing old: Int64?) {
        if let old { forget(old) }
        pending.append(change)
    }

    /// Drops the noted change with this sequence, if it was made in this transaction.
    func forget(_ sequence: Int64) {
        guard sequence > firstSequence, let index = pending.lastIndex(where: { $0.sequence == sequence }) else {
            return
        }
        pending.remove(at: index)
    }

    // MARK: Numbers for names

    /// The number of a collection; nil when there is none.
    func number(of name: CollectionName) throws -> Int64? {
        if let known = collectionNumbers[name] { return known }
        let found = try findNumber(.findCollection, name.description)
        collectionNumbers[name] = found
        return found
    }

    /// The number of a collection, which is made if need be. Inside a transaction.
    func makeNumber(of name: CollectionName) throws -> Int64 {
        if let known = try number(of: name) { return known }
        try addName(.addCollection, name.description)
        guard let made = try number(of: name) else { preconditionFailure("a row just added can be found: \(name)") }
        return made
    }

    /// The number of a peer; nil when there is none.
    func number(ofPeer name: String) throws -> Int64? {
        if let known = peerNumbers[name] { return known }
        let found = try findNumber(.findPeer, name)
        peerNumbers[name] = found
        return found
    }

    /// The number of a peer, which is made if need be. Inside a transaction.
    func makeNumber(ofPeer name: String) throws -> Int64 {
        if let known = try number(ofPeer: name) { return known }
        try addName(.addPeer, name)
        guard let made = try number(ofPeer: name) else { preconditionFailure("a row just added can be found: \(name)") }
        return made
    }

    private func findNumber(_ query: Query, _ name: String) throws -> Int64? {
        try connection.run(query) { statement in
            statement.bind(1, name)
            return try connection.step(statement) ? statement.integer(0) : nil
        }
    }

    private func addName(_ query: Query, _ name: String) throws {
        try connection.run(query) { statement in
            statement.bind(1, name)
            _ = try connection.step(statement)
        }
    }
}
