import Buttons
import Documents
import FoundationEssentials
import Quiz
import Replication
import TestSupport
import Timing
import WebSocket

@testable import Game

/// A game hosted in this process, on a free port of the loopback interface.
final class HostedGame: Sendable {
    let directory: TemporaryDirectory
    let database: Database
    let service: HostService
    let port: Int
    /// What was committed, in order.
    let updates = EventLog<HostUpdate>()
    /// What the host said of peers that did what they must not.
    let complaints = EventLog<String>()

    /// Starts a new game with as many questions as right choices, each of four choices and 60 seconds.
    convenience init(
        correct: [Int] = [1, 2], settings: HostSettings = HostSettings(), bootID: String = BootID.current,
        options: DatabaseOptions = DatabaseOptions(), absenceGrace: Duration = .zero,
        cards given: [QuestionCard]? = nil,
        in place: TemporaryDirectory? = nil
    ) throws {
        let directory = try place ?? TemporaryDirectory()
        let cards =
            try given
            ?? correct.enumerated().map { index, choice in
                try QuestionCard(
                    text: "Question \(index + 1)?", choices: ["A", "B", "C", "D"], correct: [choice], limitSeconds: 60)
            }
        let database = try Database(path: directory.file("host"), options: options)
        let game = HostService.NewGame(title: "Test game", cards: cards, settings: settings, seed: 1)
        try self.init(directory, database, bootID: bootID) { configuration, complain, update in
            var configuration = configuration
            configuration.absenceGrace = absenceGrace
            return try HostService.new(game, configuration, onDocumentError: complain, onUpdate: update)
        }
    }

    /// Takes the last game of a database up again.
    convenience init(resuming directory: TemporaryDirectory, bootID: String = BootID.current) throws {
        try self.init(directory, try Database(path: directory.file("host")), bootID: bootID) {
            configuration, complain, update in
            try HostService.resume(configuration, onDocumentError: complain, onUpdate: update)
        }
    }

    private typealias Complain = @Sendable (String) -> Void
    private typealias Update = @Sendable ([HostUpdate], HostGame) -> Void

    private init(
        _ directory: TemporaryDirectory, _ database: Database, bootID: String,
        _ make: (HostService.Configuration, @escaping Complain, @escaping Update) throws -> HostService
    ) throws {
        self.directory = directory
        self.database = database
        var configuration = HostService.Configuration(database: database)
        configuration.address = "127.0.0.1"
        configuration.bootID = bootID
        service = try make(
            configuration, { [complaints] in complaints.append($0) },
            { [updates] new, _ in for update in new { updates.append(update) } })
        port = try service.start()
    }

    deinit {
        service.stop()
    }

    /// Ends the host as a signal would, so that its database can be opened again.
    func end() throws {
        service.stop()
        try database.close()
    }

    var id: GameID { service.game.id }

    func question(_ index: Int = 0, asking: Int = 1) -> QuestionID {
        QuestionID(game: id, index: index, asking: asking)
    }

    var url: WebSocketURL {
        WebSocketURL(host: "127.0.0.1", port: port, path: "/\(HostService.databaseName)")
    }

    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// The first update that `pick` makes something of.
    @discardableResult
    func update<T>(_ what: String, _ pick: (HostUpdate) -> T?) async throws -> T {
        guard let found = await updates.next(where: { pick($0) != nil }), let value = pick(found.element) else {
            throw Missing(description: "no '\(what)' among \(updates.elements)")
        }
        return value
    }

    func joined(_ player: PlayerID) async throws {
        try await update("joined \(player)") { if case .joined(player, _) = $0 { () } else { nil } }
    }

    /// Opens the first question and waits until it is in the database.
    func start() async throws {
        service.handle(.start(at: service.now))
        try await update("opened") { if case .opened = $0 { () } else { nil } }
    }

    func ruled(_ player: PlayerID) async throws -> RuledAnswer {
        try await update("ruling on \(player)") {
            if case .ruled(let ruled, _) = $0, ruled.result.playerId == player { ruled } else { nil }
        }
    }

    /// Closes the open question and waits for the reveal.
    func reveal() async throws -> Reveal {
        service.handle(.closeEarly(at: service.now))
        return try await update("reveal") { if case .revealed(let reveal) = $0 { reveal } else { nil } }
    }
}
