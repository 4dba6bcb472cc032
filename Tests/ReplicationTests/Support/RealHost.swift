import Documents
import Synchronization
import TestSupport
import WebSocket

@testable import Replication

/// A listener with a database of its own, on a port of this machine.
final class RealHost: Sendable {
    let database: Database
    let listener: Listener
    let port: Int
    let events = Mailbox<Listener.Event>()
    private let loop: WebSocketLoop
    private let directory: TemporaryDirectory

    init(loop: WebSocketLoop? = nil, _ change: (inout Listener.Configuration) -> Void = { _ in }) throws {
        directory = try TemporaryDirectory()
        database = try Database(path: directory.file("db"))
        self.loop = try loop ?? WebSocketLoop(name: "host")
        var configuration = Listener.Configuration(database: database, databaseName: "db", port: 0)
        configuration.address = "127.0.0.1"
        // A machine full of tests may let a peer wait before it comes to speak.
        configuration.tuning.greetingTimeout = .seconds(600)
        change(&configuration)
        listener = try Listener(configuration, loop: self.loop) { [events] in events.put($0) }
        port = try listener.start()
    }

    deinit {
        listener.stop()
        loop.stop()
        try? database.close()
    }

    var collection: Documents.Collection {
        get throws { try database.collection() }
    }

    /// A raw connection to it.
    func connect(path: String = "/db/_blipsync") async throws -> RawPeer {
        try await RawPeer(port: port, loop: loop, path: path)
    }

    /// A raw connection that is through the greeting.
    func greeted(_ id: String = "cp-raw") async throws -> RawPeer {
        let peer = try await connect()
        try await peer.greet(id: id)
        return peer
    }

    /// The body of a document.
    func text(_ id: String) throws -> String? {
        try collection.document(id).map { String(decoding: $0.body, as: UTF8.self) }
    }
}

/// A replicator with a database of its own.
final class RealBoard: Sendable {
    let database: Database
    let statuses = Mailbox<Replicator.Status>()
    let documentErrors = Mailbox<Replicator.DocumentError>()
    let clockEvents = Mailbox<ClockEvent>()
    private let directory: TemporaryDirectory
    private let running = Mutex<Replicator?>(nil)

    init() throws {
        directory = try TemporaryDirectory()
        database = try Database(path: directory.file("db"))
    }

    deinit {
        running.withLock { $0 }?.stop()
    }

    var collection: Documents.Collection {
        get throws { try database.collection() }
    }

    /// Starts to replicate with whoever listens on `port`.
    func start(
        port: Int, loop: WebSocketLoop? = nil, _ change: (inout Replicator.Configuration) -> Void = { _ in }
    ) throws {
        let url = WebSocketURL(host: "127.0.0.1", port: port, path: "/db")
        var configuration = Replicator.Configuration(database: database, url: url)
        configuration.backoff = Backoff(first: .milliseconds(20), longest: .milliseconds(200))
        change(&configuration)
        let replicator = try Replicator(
            configuration, loop: loop, onDocumentError: { [documentErrors] in documentErrors.put($0) },
            onClock: { [clockEvents] event in
                // What comes with every answer.
                if case .drained = event { return }
                clockEvents.put(event)
            },
            onStatus: { [statuses] in statuses.put($0) })
        running.withLock { $0 = replicator }
        replicator.start()
    }

    func askClock() {
        running.withLock { $0 }?.askClock()
    }

    func stop() {
        running.withLock { $0 }?.stop()
    }

    /// Waits for the end and says why.
    func end() async throws -> ReplicationError? {
        while true {
            if case .stopped(let error) = try await statuses.take() { return error }
        }
    }

    func becomesIdle() async throws {
        _ = try await statuses.take { $0 == .idle }
    }

    /// The next time it is offline, and why.
    func goesOffline() async throws -> ReplicationError {
        while true {
            if case .offline(let error, _) = try await statuses.take() { return error }
        }
    }

    func text(_ id: String) throws -> String? {
        try collection.document(id).map { String(decoding: $0.body, as: UTF8.self) }
    }
}

extension Database {
    /// Waits until a commit makes `isSo` true.
    func until(_ isSo: @escaping @Sendable () throws -> Bool) async throws {
        let commits = Mailbox<Void>()
        let observation = observe { _ in commits.put(()) }
        defer { observation.cancel() }
        while try !isSo() { try await commits.take() }
    }
}
