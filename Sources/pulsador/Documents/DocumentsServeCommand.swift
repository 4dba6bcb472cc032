import Documents
import Replication
import Synchronization
import Timing

/// `pulsador documents serve`: a plain passive peer for one database.
struct DocumentsServeCommand: Command {
    static let name = "documents serve"
    static let summary = "Serve a database to replicating peers (a passive peer)"
    static let operands = "DIR"
    static let operandCount = 1...1
    static let options: [Option] = [
        .value("port", "N", "port to listen on (default 4984; 0 takes a free one)"),
        .value("address", "IP", "address to listen on (default: all)"),
        .value("name", "NAME", "database name in the URL (default: db)"),
        .value("collection", "NAME,…", "collections to create and serve (default: all there are, at least _default)"),
        .value("user", "NAME", "user name that peers must show"),
        .value("password", "TEXT", "password that peers must show"),
        .value("max-peers", "N", "peers at the same time (default 200)"),
        .flag("read-only", "let peers pull only"),
        .flag("json", "one JSON object per line for what happens"),
    ]
    static let details = "Peers connect to ws://HOST:PORT/NAME. Ends on Ctrl-C; peers then try again later."
    static let example = "pulsador documents serve ./data --port 4984      # ws://localhost:4984/db"

    private let directory: String
    private let port: Int
    private let address: String?
    private let databaseName: String
    private let collections: [CollectionName]
    private let credentials: (user: String, password: String)?
    private let maxPeers: Int
    private let isReadOnly: Bool
    private let writesJSON: Bool

    init(_ arguments: Arguments) throws {
        directory = arguments.positionals[0]
        port = try arguments.int("port", in: 0...65_535, default: 4984)
        address = arguments.string("address")
        databaseName = arguments.string("name") ?? "db"
        collections = try arguments.collections()
        credentials = try arguments.credentials()
        maxPeers = try arguments.int("max-peers", in: 1...100_000, default: 200)
        isReadOnly = arguments.flag("read-only")
        writesJSON = arguments.flag("json")
    }

    /// How many lines there may be about single documents: a whole pull that fails is told of, and no peer can fill a disk.
    private final class Complaints: Sendable {
        let limit = Mutex(RateLimit(perSecond: 5, burst: 1_000))
    }

    private let complaints = Complaints()

    private struct Event: Encodable {
        var event: String
        var port: Int?
        var url: String?
        var peer: String?
        var address: String?
        var reason: String?
        var collection: String?
        var id: String?
        var error: String?
    }

    func run() async throws {
        Output.goToBackground()
        let database = try openDatabase(directory)
        for name in collections { _ = try database.collection(name) }
        var configuration = Listener.Configuration(database: database, databaseName: databaseName, port: port)
        configuration.address = address
        configuration.maxPeers = maxPeers
        var access = PeerAccess()
        access.allowsPush = !isReadOnly
        let visible = Set(collections)
        if !visible.isEmpty { access.seesCollection = { visible.contains($0) } }
        let (credentials, rules) = (credentials, access)
        configuration.admit = { request in
            guard let credentials else { return .accept(name: nil) { _ in rules } }
            let isRight =
                matches(request.authorization?.user, credentials.user)
                && matches(request.authorization?.password, credentials.password)
            guard isRight else { return .refuse(status: 401, message: "user name or password is wrong") }
            return .accept(name: nil) { _ in rules }
        }
        let listener = try Listener(configuration) { report($0) }
        let opened = try listener.start()
        let url = "ws://localhost:\(opened)/\(databaseName)"
        say(Event(event: "listening", port: opened, url: url), "serving \(directory) on \(url)")
        await interrupted()
        listener.stop()
        try database.close()
    }

    private func report(_ event: Listener.Event) {
        switch event {
        case .connected(let peer):
            say(
                Event(event: "connected", peer: peer.name, address: peer.address),
                "\(peer.name) connected from \(peer.address)")
        case .disconnected(let peer, let reason):
            say(
                Event(event: "disconnected", peer: peer.name, reason: reason),
                "\(peer.name) left" + (reason.map { ": \($0)" } ?? ""))
        case .documentError where !complaints.limit.withLock({ $0.take(at: .now()) }): break
        case .documentError(let peer, let collection, let id, let isPush, let error):
            let text = "\(error.domain) \(error.code) \(error.message)"
            say(
                Event(
                    event: isPush ? "not-sent" : "not-stored", peer: peer.name, collection: collection.description,
                    id: id.printable, error: text.printable),
                "\(peer.name): document '\(id.printable)' \(isPush ? "not sent" : "not stored"): \(text.printable)")
        }
    }

    private func say(_ event: Event, _ text: String) {
        if writesJSON { Output.json(event) } else { Output.note(text) }
    }
}

/// Compares without telling by its time where the texts differ.
private func matches(_ shown: String?, _ expected: String) -> Bool {
    Digest.constantTimeEquals(Array((shown ?? "").utf8), Array(expected.utf8))
}

/// Waits until the process is asked to end.
func interrupted() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let interruption = Interruption { continuation.yield() }
    for await _ in stream { break }
    withExtendedLifetime(interruption) {}
}
