import Documents
import FoundationEssentials
import Synchronization
import TestSupport
import Timing

@testable import Replication

/// One database and its sessions in a `VirtualNetwork`.
final class VirtualPeer {
    let name: String
    /// Rules for peers that connect to this one from now on.
    var access = PeerAccess()
    var tuning = Tuning()
    private(set) var database: Database
    private(set) var group: SessionGroup
    /// Whether a session has something to do.
    var isDirty = false
    private let log = ChangeLog()
    private let clockSkew: Duration
    private let directory: TemporaryDirectory
    private unowned let network: VirtualNetwork
    private var observation: Observation?
    private var copies = 0

    /// What observers of the database were told.
    private final class ChangeLog: Sendable {
        let state = Mutex((changes: [DocumentChange](), isNew: false))
    }

    init(_ name: String, network: VirtualNetwork, clockSkew: Duration) throws {
        self.name = name
        self.network = network
        self.clockSkew = clockSkew
        directory = try TemporaryDirectory()
        database = try Self.open(directory.file("db"), network.clock, clockSkew)
        group = SessionGroup(database: database, clock: network.clock)
        observe()
    }

    deinit { try? database.close() }

    /// 2026-01-01 at the start of the network's clock.
    private static func open(
        _ path: String, _ clock: ManualClock, _ skew: Duration, maxFileBytes: Int64? = nil
    ) throws -> Database {
        let start = Int64(1_767_225_600_000_000_000) + skew.nanoseconds
        return try Database(
            path: path,
            options: .init(maxFileBytes: maxFileBytes, wallClock: { UInt64(start + clock.now.nanoseconds) }))
    }

    private func observe() {
        observation = database.observe { [log] changes in
            log.state.withLock { state in
                state.changes += changes
                state.isNew = true
            }
        }
    }

    // MARK: For the network

    var deadline: MonotonicTime? { group.deadline }

    func tick() {
        guard let deadline, deadline <= network.clock.now else { return }
        group.tick()
        isDirty = true
    }

    /// Does what there is to do now; false when there is nothing.
    func work() -> Bool {
        let hasNews = log.state.withLock { state in
            defer { state.isNew = false }
            return state.isNew
        }
        guard hasNews || isDirty else { return false }
        isDirty = false
        if hasNews { group.databaseChanged() }
        group.settle()
        if group.hasWork { isDirty = true }
        return true
    }

    // MARK: Documents

    var collection: Documents.Collection {
        get throws { try database.collection() }
    }

    @discardableResult
    func save(_ id: String, _ properties: [String: JSON] = ["n": 1]) throws -> Document {
        try collection.save(id, properties)
    }

    func delete(_ id: String) throws {
        try collection.delete(id)
    }

    /// The text of a live document; nil when there is none.
    func text(_ id: String) throws -> String? {
        try collection.document(id).map { String(decoding: $0.body, as: UTF8.self) }
    }

    /// All changes that observers were told of.
    var changes: [DocumentChange] { log.state.withLock { $0.changes } }

    /// Every stored document of every collection, with its current version. Histories may differ: who gave in to the other
    /// side knows of an edit that the other side never saw.
    func contents(withTombstones: Bool = true) throws -> [String: String] {
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

    // MARK: Mishaps

    /// A copy of the database's files as they are on the disk now.
    struct Copy {
        let path: String
    }

    func copy() throws -> Copy {
        copies += 1
        let path = directory.file("copy-\(copies)")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for name in ["db.sqlite3", "db.sqlite3-wal", "blobs"] where exists("\(database.path)/\(name)") {
            try FileManager.default.copyItem(atPath: "\(database.path)/\(name)", toPath: "\(path)/\(name)")
        }
        return Copy(path: path)
    }

    /// Loses all connections, and takes an earlier copy in place of the database. Time passes meanwhile.
    func rollBack(to copy: Copy) throws {
        try replaceDatabase { path in
            try FileManager.default.copyItem(atPath: copy.path, toPath: path)
        }
    }

    /// As if the process had been killed.
    func crash() throws {
        try rollBack(to: copy())
    }

    /// Loses all connections and the database.
    func wipe() throws {
        try replaceDatabase { _ in }
    }

    /// Opens the database again with a limit for the size of its file.
    func limitFile(toBytes limit: Int64?) throws {
        let copy = try copy()
        try replaceDatabase(maxFileBytes: limit) { path in
            try FileManager.default.copyItem(atPath: copy.path, toPath: path)
        }
    }

    private func replaceDatabase(maxFileBytes: Int64? = nil, _ fill: (String) throws -> Void) throws {
        for link in network.links where link.active === self || link.passive === self { link.cut() }
        let path = database.path
        try database.close()
        try FileManager.default.removeItem(atPath: path)
        try fill(path)
        network.clock.advance(by: .seconds(1))
        database = try Self.open(path, network.clock, clockSkew, maxFileBytes: maxFileBytes)
        group = SessionGroup(database: database, clock: network.clock)
        observe()
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
