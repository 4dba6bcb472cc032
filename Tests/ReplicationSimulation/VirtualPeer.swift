import Documents
import FoundationEssentials
import Replication
import Synchronization
import TestSupport
import Timing

/// One database and its sessions in a `VirtualNetwork`.
package final class VirtualPeer {
    /// What a peer is made of.
    package struct Options {
        /// How far the wall clock is off.
        package var clockSkew = Duration.zero
        /// What the wall clock shows after each start; nil means that it runs on.
        package var wallClockAtStart: (() -> UInt64)?
        /// The directory below which the database lives; nil means the system's place for temporary files.
        package var storage: String?
        /// So many random bytes; nil means really random ones.
        package var randomBytes: (@Sendable (Int) -> [UInt8])?

        package init(clockSkew: Duration = .zero) {
            self.clockSkew = clockSkew
        }
    }

    package let name: String
    /// Rules for peers that connect to this one from now on.
    package var access = PeerAccess()
    /// Rules by the name of the peer; instead of `access`.
    package var rules: ((String) -> PeerAccess)?
    package var tuning = Tuning()
    package private(set) var database: Database
    package private(set) var group: SessionGroup
    /// Whether a session has something to do.
    package var isDirty = false
    /// Whether the process runs.
    package private(set) var isUp = true
    /// Told of changes once their commit is done.
    package var onChanges: (([DocumentChange]) -> Void)?
    let log = ChangeLog()
    let disk = VirtualDisk()
    let directory: TemporaryDirectory
    private let wall: VirtualWallClock
    private let options: Options
    private unowned let network: VirtualNetwork
    private var observation: Observation?
    var copies = 0

    /// What observers of the database were told.
    final class ChangeLog: Sendable {
        let state = Mutex((changes: [DocumentChange](), taken: 0))
    }

    init(_ name: String, network: VirtualNetwork, _ options: Options) throws {
        self.name = name
        self.network = network
        self.options = options
        directory = try TemporaryDirectory(in: options.storage)
        wall = VirtualWallClock(network.clock, skew: options.clockSkew)
        if let start = options.wallClockAtStart { wall.set(start()) }
        database = try Self.open(directory.file("db"), wall, disk, options)
        group = SessionGroup(database: database, clock: network.clock)
        observe()
    }

    deinit { try? database.close() }

    private static func open(
        _ path: String, _ wall: VirtualWallClock, _ disk: VirtualDisk, _ options: Options, maxFileBytes: Int64? = nil
    ) throws -> Database {
        var database = DatabaseOptions(maxFileBytes: maxFileBytes, wallClock: { wall.now })
        if let randomBytes = options.randomBytes { database.randomBytes = randomBytes }
        database.willCommit = { _ in try disk.willCommit() }
        database.didCommit = { disk.didCommit($0, path) }
        return try Database(path: path, options: database)
    }

    private func observe() {
        observation = database.observe { [log] changes in log.state.withLock { $0.changes += changes } }
    }

    // MARK: For the network

    var deadline: MonotonicTime? { isUp ? group.deadline : nil }

    func tick() {
        guard let deadline, deadline <= network.clock.now else { return }
        group.tick()
        isDirty = true
    }

    /// Does what there is to do now; false when there is nothing.
    func work() -> Bool {
        guard isUp else { return false }
        let news = log.state.withLock { state in
            defer { state.taken = state.changes.count }
            return Array(state.changes[state.taken...])
        }
        guard !news.isEmpty || isDirty else { return false }
        isDirty = false
        if !news.isEmpty {
            onChanges?(news)
            group.databaseChanged()
        }
        group.settle()
        if group.hasWork { isDirty = true }
        return true
    }

    // MARK: Documents

    package var collection: Documents.Collection {
        get throws { try database.collection() }
    }

    @discardableResult
    package func save(_ id: String, _ properties: [String: JSON] = ["n": 1]) throws -> Document {
        try collection.save(id, properties)
    }

    package func delete(_ id: String) throws {
        try collection.delete(id)
    }

    /// The text of a live document; nil when there is none.
    package func text(_ id: String) throws -> String? {
        try collection.document(id).map { String(decoding: $0.body, as: UTF8.self) }
    }

    /// All changes that observers were told of, in this database and those before it.
    package var changes: [DocumentChange] { log.state.withLock { $0.changes } }

    /// Every stored document of every collection, with its current version. Histories may differ: who gave in to the other
    /// side knows of an edit that the other side never saw.
    package func contents(withTombstones: Bool = true) throws -> [String: String] {
        var contents: [String: String] = [:]
        for name in try database.collectionNames() {
            let collection = try database.collection(name)
            for header in try collection.headers(after: 0, limit: .max, includingDeleted: withTombstones) {
                guard let record = try collection.record(header.id) else { continue }
                let body = String(decoding: record.body, as: UTF8.self)
                let version = record.vector.current.map(\.description) ?? "no version"
                contents["\(name)/\(record.id)"] = "\(version) \(record.isDeleted ? "deleted" : body)"
            }
        }
        return contents
    }

    // MARK: Stopping and starting

    /// Ends the process, and leaves on the disk what `fill` makes of the empty place where the database was.
    ///
    /// Connections are the caller's to cut.
    func goDown(_ fill: (_ path: String) throws -> Void) throws {
        isUp = false
        disk.isArmed = false
        observation?.cancel()
        let path = database.path
        try? database.close()
        try FileManager.default.removeItem(atPath: path)
        try fill(path)
    }

    /// Starts the process with the database that is on the disk now, or with a new one.
    func comeUp(maxFileBytes: Int64? = nil) throws {
        if let start = options.wallClockAtStart { wall.set(start()) }
        database = try Self.open(database.path, wall, disk, options, maxFileBytes: maxFileBytes)
        group = SessionGroup(database: database, clock: network.clock)
        observe()
        isUp = true
        isDirty = true
    }

    /// Cuts all connections.
    func disconnect() {
        for link in network.links where link.active === self || link.passive === self { link.cut() }
    }

    /// Loses all connections and goes on a second later with what `fill` left.
    func replaceDatabase(maxFileBytes: Int64? = nil, _ fill: (String) throws -> Void) throws {
        disconnect()
        try goDown(fill)
        network.clock.advance(by: .seconds(1))
        try comeUp(maxFileBytes: maxFileBytes)
    }
}
