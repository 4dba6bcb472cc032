import Documents
import Replication
import Synchronization
import WebSocket

/// `pulsador documents sync`: an active peer for one database.
struct DocumentsSyncCommand: Command {
    static let name = "documents sync"
    static let summary = "Replicate a database with a passive peer (an active peer)"
    static let operands = "DIR URL"
    static let operandCount = 2...2
    static let options: [Option] = [
        .flag("push", "send what is new here"),
        .flag("pull", "fetch what is new there"),
        .flag("continuous", "stay connected and exchange changes as they happen"),
        .value("collection", "NAME,…", "collections (default: _default)"),
        .value("document", "ID,…", "only these documents"),
        .value("user", "NAME", "user name to show"),
        .value("password", "TEXT", "password to show"),
        .flag("json", "one JSON object per line for what happens"),
    ]
    static let details = """
        URL is ws://HOST:PORT/DATABASE. With neither --push nor --pull both are done.
        A peer that cannot be reached is tried nine times more, for some ten minutes, with --continuous for ever.
        Exit code 1 when it could not be reached, or a document was refused.
        """
    static let example = "pulsador documents sync ./data ws://localhost:4984/db --push --pull"

    private let directory: String
    private let url: WebSocketURL
    private let pushes: Bool
    private let pulls: Bool
    private let isContinuous: Bool
    private let collections: [CollectionName]
    private let documents: Set<String>?
    private let credentials: (user: String, password: String)?
    private let writesJSON: Bool

    init(_ arguments: Arguments) throws {
        directory = arguments.positionals[0]
        do {
            url = try WebSocketURL(arguments.positionals[1])
        } catch {
            throw UsageError("\(error)")
        }
        let named = (arguments.flag("push"), arguments.flag("pull"))
        pushes = named.0 || !named.1
        pulls = named.1 || !named.0
        isContinuous = arguments.flag("continuous")
        let names = try arguments.collections()
        collections = names.isEmpty ? [.default] : names
        documents = arguments.string("document").map { Set($0.split(separator: ",").map(String.init)) }
        credentials = try arguments.credentials()
        writesJSON = arguments.flag("json")
    }

    private struct Event: Encodable {
        var event: String
        var error: String?
        var retryMs: Int?
        var collection: String?
        var id: String?
    }

    func run() async throws {
        Output.goToBackground()
        let database = try openDatabase(directory)
        var configuration = Replicator.Configuration(database: database, url: url)
        configuration.collections = collections
        configuration.pushes = pushes
        configuration.pulls = pulls
        configuration.isContinuous = isContinuous
        configuration.documentIDs = documents
        configuration.credentials = credentials
        let refused = Mutex(0)
        let (statuses, continuation) = AsyncStream.makeStream(of: Replicator.Status.self)
        let replicator = try Replicator(
            configuration,
            onDocumentError: { error in
                refused.withLock { $0 += 1 }
                report(error)
            },
            onStatus: { continuation.yield($0) })
        let interruption = Interruption { replicator.stop() }
        replicator.start()
        var failure: ReplicationError?
        status: for await status in statuses {
            report(status)
            if case .stopped(let error) = status {
                failure = error
                break status
            }
        }
        withExtendedLifetime(interruption) {}
        try database.close()
        if let failure { throw CommandError(failure.message) }
        let count = refused.withLock { $0 }
        if count > 0, !isContinuous { throw CommandError("\(count) documents were refused") }
    }

    private func report(_ error: Replicator.DocumentError) {
        let text = "\(error.error.domain) \(error.error.code) \(error.error.message)".printable
        if writesJSON {
            Output.json(
                Event(
                    event: error.isPush ? "not-pushed" : "not-pulled", error: text,
                    collection: error.collection.description, id: error.id.printable))
        } else {
            Output.note("document '\(error.id.printable)' not \(error.isPush ? "pushed" : "pulled"): \(text)")
        }
    }

    private func report(_ status: Replicator.Status) {
        switch status {
        case .connecting: say(Event(event: "connecting"), "connecting to \(url.description)")
        case .busy: say(Event(event: "busy"), "replicating")
        case .idle: say(Event(event: "idle"), "up to date")
        case .offline(let error, let wait):
            let milliseconds = Int(wait.components.seconds * 1000 + wait.components.attoseconds / 1_000_000_000_000_000)
            say(
                Event(event: "offline", error: error.message, retryMs: milliseconds),
                "\(error.message); trying again in \(milliseconds) ms")
        case .stopped(let error):
            say(Event(event: "stopped", error: error?.message), error == nil ? "done" : "stopped")
        }
    }

    private func say(_ event: Event, _ text: String) {
        if writesJSON { Output.json(event) } else { Output.note(text) }
    }
}
