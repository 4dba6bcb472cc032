import Documents
import FoundationEssentials
import Quiz
import Replication
import TestSupport
import WebSocket

/// A peer that writes what it likes: a database that replicates with a host, without a board's good manners.
final class Peer: Sendable {
    let player: PlayerID
    let database: Database
    let statuses = EventLog<Replicator.Status>()
    private let errors = EventLog<Replicator.DocumentError>()
    private let changes = EventLog<String>()
    private let directory: TemporaryDirectory
    private let replicator: Replicator
    private let observation: Observation

    /// Connects as `name` with `secret`; with nil as one who shows nothing, like a phone.
    init(
        _ host: HostedGame, _ name: String, secret: String? = "secret", collections: [CollectionName] = [.default]
    ) throws {
        player = try PlayerID(name)
        directory = try TemporaryDirectory()
        database = try Database(path: directory.path)
        for collection in collections { _ = try database.collection(collection) }
        var options = Replicator.Configuration(database: database, url: host.url)
        options.isContinuous = true
        options.collections = collections
        options.credentials = secret.map { (name, $0) }
        options.backoff = Backoff(first: .milliseconds(20), longest: .milliseconds(50))
        observation = database.observe { [changes] committed in for change in committed { changes.append(change.id) } }
        replicator = try Replicator(
            options, onDocumentError: { [errors] in errors.append($0) }, onStatus: { [statuses] in statuses.append($0) }
        )
        replicator.start()
    }

    deinit {
        replicator.stop()
        observation.cancel()
    }

    func stop() async {
        replicator.stop()
        _ = await statuses.next { if case .stopped = $0 { true } else { false } }
    }

    /// Waits until everything was exchanged once.
    func settled() async -> Bool {
        await statuses.next { $0 == .idle } != nil
    }

    /// Saves a document, which goes to the host.
    func save(_ id: DocumentID, _ value: some Encodable) throws {
        try database.collection().save(id.text, value)
    }

    /// Asks for a seat.
    func join(_ host: HostedGame, as owner: PlayerID? = nil) throws {
        let player = owner ?? player
        try save(
            .player(host.id, player),
            Player(gameId: host.id, displayName: player.text, joinedAt: Timestamp(Date(timeIntervalSince1970: 0))))
    }

    /// Answers, as whom and what one likes.
    func answer(_ host: HostedGame, _ choice: Int, as owner: PlayerID? = nil, to question: QuestionID? = nil) throws {
        let answer = answerDocument(host, choice, as: owner, to: question)
        try save(.answer(host.id, answer.questionId, answer.playerId), answer)
    }

    func answerDocument(
        _ host: HostedGame, _ choice: Int, as owner: PlayerID? = nil, to question: QuestionID? = nil
    ) -> Answer {
        Answer(
            gameId: host.id, questionId: question ?? host.question(), playerId: owner ?? player,
            selectedChoiceIndex: choice, clientCreatedAtUptimeNs: 1)
    }

    /// What the host said to a document; nil when it took it until everything was exchanged.
    func refusal(of id: DocumentID) async -> WireError? {
        await errors.next { $0.id == id.text && $0.isPush }?.element.error
    }

    var refusals: [String] { errors.elements.filter(\.isPush).map(\.id) }

    /// The document once it is here and fits.
    func document<T: Decodable>(_ id: DocumentID, _ type: T.Type, where fits: (T) -> Bool = { _ in true }) async throws
        -> T
    {
        var position = 0
        while true {
            if let value = try database.collection().value(id.text, as: type), fits(value) { return value }
            guard let change = await changes.next(from: position, where: { $0 == id.text }) else {
                throw HostedGame.Missing(description: "\(player): no \(id)")
            }
            position = change.after
        }
    }

    /// Waits until a document that was here is deleted.
    func deletion(of id: DocumentID) async throws {
        var position = 0
        while true {
            if try database.collection().header(id.text)?.isDeleted == true { return }
            guard let change = await changes.next(from: position, where: { $0 == id.text }) else {
                throw HostedGame.Missing(description: "\(player): \(id) is not deleted")
            }
            position = change.after
        }
    }

    /// The ids of all documents that are here.
    var documents: Set<String> {
        get throws { Set(try database.collection().documents().map(\.id)) }
    }
}
