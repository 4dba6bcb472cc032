import Documents
import FoundationEssentials
import Quiz
import Replication
import Synchronization
import Timing
import WebSocket

/// A hosted game with everything it needs: its database, its rules, the listener that boards connect to, and the engine.
package final class HostService: Sendable {
    package struct Configuration: Sendable {
        package var database: Database
        package var port = 0
        /// Address to listen on; nil means every interface.
        package var address: String?
        package var clock: any TimeSource = MonotonicClock()
        package var bootID = BootID.current
        package var tuning = Tuning()
        /// How long a board may be gone before it counts as gone.
        package var absenceGrace = Duration.seconds(3)
        /// Connections beyond the seats, so that a board can come back before its old connection is noticed dead.
        package var spareConnections = 20
        /// Connections from one address, this machine's own not counted; nil for no limit.
        package var connectionsPerAddress: Int? = HostLimits.connectionsPerAddress
        /// How far before its arrival a press may lie at most, whatever was measured: what a board that lies can gain.
        package var maxAllowance = QuizLimits.unpairedAllowance

        package init(database: Database) {
            self.database = database
        }
    }

    /// A new game's content.
    package struct NewGame: Sendable {
        package var title: String
        package var cards: [QuestionCard]
        package var settings: HostSettings
        /// Draws the join code.
        package var seed: UInt64

        package init(title: String, cards: [QuestionCard], settings: HostSettings = HostSettings(), seed: UInt64) {
            self.title = title
            self.cards = cards
            self.settings = settings
            self.seed = seed
        }
    }

    /// The database name in the URL, as the KahootP2P app has it.
    package static let databaseName = "quizblitz"
    /// Where a host listens, and a board looks for it, when nobody says otherwise.
    package static let defaultPort = 18_999

    /// The metadata key of the id of the game that a restart takes up.
    static let currentGameKey = "host/current-game"

    /// How long a board that was connected before a restart is waited for, before it counts as gone.
    private static let restartGrace = Duration.seconds(10)

    private let configuration: Configuration
    private let engine: HostEngine
    private let access: HostAccess
    private let links: HostLinks
    private let listener: Listener
    private let onDocumentError: @Sendable (String) -> Void
    private let complaints = Mutex(HostLimits.complaints)
    private let firstActions: [HostAction]
    /// A game of the same database that was stopped in the middle, when this is a new one: it can be taken up again until a
    /// question of this one is asked.
    package let interrupted: InterruptedGame?
    private let farewell: Mutex<Farewell> = Mutex(Farewell())

    /// Prepares a new game.
    package static func new(
        _ game: NewGame, _ configuration: Configuration,
        onDocumentError: @escaping @Sendable (String) -> Void = { _ in },
        onUpdate: @escaping @Sendable ([HostUpdate], HostGame) -> Void
    ) throws -> HostService {
        let database = configuration.database
        var generator = SeededGenerator(seed: game.seed)
        var random = SystemRandomNumberGenerator()
        let hosted = try HostGame(
            id: GameID.random(using: &random), title: game.title, joinCode: JoinCode.draw(using: &generator),
            createdAt: Timestamp(Date()), cards: game.cards, settings: game.settings, bootID: configuration.bootID)
        let interrupted = try snapshot(in: database).flatMap(InterruptedGame.init)
        try database.collection(HostCollections.cards).save(hosted.id.text, StoredCards(cards: game.cards))
        let actions: [HostAction] = [
            .publishGame(hosted.gameDocument), .publishState(hosted.questionState),
            .publishStandings(scores: [], hosted.leaderboard),
        ]
        return try HostService(hosted, actions, interrupted, configuration, onDocumentError, onUpdate)
    }

    /// The last game's state, if there is one.
    private static func snapshot(in database: Database) throws -> HostGame.Snapshot? {
        guard let id = try database.metadata(currentGameKey) else { return nil }
        return try? database.collection(HostCollections.games).value(String(decoding: id, as: UTF8.self))
    }

    /// Takes the last game of the database up again. Throws `GameError.nothingToResume` when it is finished or there
    /// is none.
    package static func resume(
        _ configuration: Configuration,
        onDocumentError: @escaping @Sendable (String) -> Void = { _ in },
        onUpdate: @escaping @Sendable ([HostUpdate], HostGame) -> Void
    ) throws -> HostService {
        let database = configuration.database
        guard let id = try database.metadata(currentGameKey).map({ String(decoding: $0, as: UTF8.self) }),
            let snapshot = try database.collection(HostCollections.games).value(id, as: HostGame.Snapshot.self),
            let stored = try database.collection(HostCollections.cards).value(id, as: StoredCards.self)
        else {
            throw GameError(
                .nothingToResume, "there is no game in \(database.path) to resume; start one without --resume")
        }
        guard snapshot.stage != .finished else {
            throw GameError(
                .nothingToResume, "the last game in \(database.path) is finished; start one without --resume")
        }
        let rulings = try database.collection(HostCollections.rulings)
            .documents(prefix: "answerResult::\(id)::").map { try $0.decode(RuledAnswer.self) }
        let (game, actions) = try HostGame.resume(
            snapshot, cards: stored.cards, rulings: rulings, bootID: configuration.bootID,
            at: configuration.clock.now)
        return try HostService(game, actions, nil, configuration, onDocumentError, onUpdate)
    }

    private init(
        _ game: HostGame, _ actions: [HostAction], _ interrupted: InterruptedGame?, _ configuration: Configuration,
        _ onDocumentError: @escaping @Sendable (String) -> Void,
        _ onUpdate: @escaping @Sendable ([HostUpdate], HostGame) -> Void
    ) throws {
        self.configuration = configuration
        self.onDocumentError = onDocumentError
        firstActions = actions
        self.interrupted = interrupted
        let epoch: @Sendable () -> String = { ClockEpoch.shared.name }
        let links = HostLinks(maxAllowance: configuration.maxAllowance, epoch: epoch)
        self.links = links
        let access = try HostAccess(game: game, database: configuration.database, links: links)
        self.access = access
        let wiring = Wiring()
        let engine = try HostEngine(
            game: game, database: configuration.database, clock: configuration.clock, links: links
        ) { updates, game in
            access.update(game)
            links.follow(game)
            wiring.service?.applied(updates)
            onUpdate(updates, game)
        }
        self.engine = engine
        var options = Listener.Configuration(
            database: configuration.database, databaseName: Self.databaseName, port: configuration.port)
        options.address = configuration.address
        options.maxPeers = game.settings.seatLimit + configuration.spareConnections
        options.maxPeersPerAddress = configuration.connectionsPerAddress
        options.tuning = HostLimits.tighten(configuration.tuning)
        options.clock = configuration.clock
        options.admit = { access.admit($0) }
        options.clockEpoch = epoch
        options.onClock = { peer, event in wiring.service?.heard(event, from: peer) }
        options.didDeliver = { peer, _, id, version in wiring.service?.delivered(peer, id, version) }
        listener = try Listener(options) { wiring.service?.observed($0) }
        wiring.service = self
    }

    /// Who knows that the game is over.
    private struct Farewell {
        var told: Set<PlayerID> = []
        var news: AsyncStream<Void>.Continuation?
    }

    /// Lets callbacks that are made before the service find it.
    private final class Wiring: @unchecked Sendable {
        // SAFETY: written once, at the end of the initializer, before the listener or the engine run.
        weak var service: HostService?
    }

    // MARK: Running

    /// Log bytes reserved for the game's commits: SQLite starts its log over after 1000 pages of 4 KiB.
    private static let logBytes = 4 << 20

    /// Opens the port and goes on with the game. Returns the port.
    ///
    /// Only then is it the game to resume: one whose port was taken leaves an interrupted one its place.
    package func start() throws -> Int {
        // A disk that is too full for it is told of when something must be saved.
        try? configuration.database.reserveLog(bytes: Self.logBytes)
        try engine.start(firstActions)
        do {
            let port = try listener.start()
            if interrupted == nil { try becomeCurrent() }
            drop(engine.current.connected, ifAbsentAfter: Self.restartGrace)
            return port
        } catch {
            stop()
            throw error
        }
    }

    /// The game as it was last committed.
    package var game: HostGame { engine.current }

    /// From now on it is this game that is taken up again.
    private func becomeCurrent() throws {
        try configuration.database.setMetadata(Self.currentGameKey, Array(engine.current.id.text.utf8))
    }

    /// The owner's keys: start, next, close, finish.
    package func handle(_ event: HostEvent) {
        // The one that was interrupted is given up here, and not by a lobby that somebody had a look at.
        if case .start = event, interrupted != nil, !engine.current.seats.isEmpty { try? becomeCurrent() }
        engine.handle(event)
    }

    /// Returns when the engine has had its turn. For a watchdog, from any thread but the engine's; blocks.
    package func round() {
        engine.round()
    }

    package var now: MonotonicTime { configuration.clock.now }

    /// Waits until every board that is connected knows that the game is over, or `limit` is over: a host that left before
    /// would have them look for it for ever. Returns at once while the game is not over.
    package func sayGoodbye(atMost limit: Duration) async {
        let (news, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        farewell.withLock { $0.news = continuation }
        let alarm = Task {
            try? await Task.sleep(for: limit)
            continuation.finish()
        }
        continuation.yield()
        for await _ in news where hasToldAll { break }
        alarm.cancel()
        farewell.withLock { $0.news = nil }
    }

    private var hasToldAll: Bool {
        guard engine.current.stage == .finished else { return true }
        let told = farewell.withLock { $0.told }
        return engine.current.connected.allSatisfy { told.contains($0) || access.connection(of: $0) == nil }
    }

    /// Closes the port; boards try to come back until the host is there again.
    ///
    /// The engine first: the boards' leaving must not close the open question, as if they had given up on it. Answers
    /// that still come in are ruled on when the game is resumed.
    package func stop() {
        engine.stop()
        links.stop()
        listener.stop()
    }

    // MARK: Connections

    private func observed(_ event: Listener.Event) {
        switch event {
        case .connected(let peer):
            guard peer.isNamed, let player = try? PlayerID(peer.name) else { return }
            if let earlier = access.sit(player, on: peer.id) {
                listener.disconnect(earlier, reason: "another connection took this seat", isPermanent: true)
            }
            engine.handle(.connectionUp(player, at: now))
        case .disconnected(let peer, _):
            let player = access.leave(peer.id)
            links.left(peer.id, player)
            let news = farewell.withLock { $0.news }
            news?.yield()
            guard let player else { return }
            drop([player], ifAbsentAfter: configuration.absenceGrace)
        case .documentError(let peer, _, let id, let isPush, let error):
            guard complaints.withLock({ $0.take(at: now) }) else { return }
            let what = isPush ? "did not take" : "offered"
            onDocumentError("\(peer.address) \(what) document '\(id)': \(error.message)")
        }
    }

    /// What a board's clock says, and how long it took to say it. A peer that showed no name has no link of its own.
    private func heard(_ event: ClockEvent, from peer: Listener.Peer) {
        guard peer.isNamed, let player = try? PlayerID(peer.name) else { return }
        let news = links.take(event, from: player, on: peer.id, at: now) { [listener] in listener.askClock(peer.id) }
        if let news { engine.tell(.link(player, news)) }
        if case .drained(let asked) = event, engine.current.isGathering {
            engine.handle(.gathered(player, asked: asked, at: now))
        }
    }

    /// A newly seated player may see more than before; a phone's connection is known to be its own only now.
    private func applied(_ updates: [HostUpdate]) {
        // Who has no clock counts from the arrival: nothing that is still under way can be earlier.
        for case .gathering in updates {
            let moment = now
            for player in engine.current.connected where !links.hasClock(player) {
                engine.handle(.gathered(player, asked: moment, at: moment))
            }
        }
        for case .joined(let player, _) in updates {
            guard let connection = access.connection(of: player) else { continue }
            engine.handle(.connectionUp(player, at: now))
            listener.accessChanged(connection)
        }
    }

    private func delivered(_ peer: Listener.Peer, _ id: String, _ version: Version) {
        let game = engine.current
        if id == DocumentID.game(game.id).text, game.stage == .finished, isCurrent(id, version),
            let player = access.player(on: peer.id)
        {
            let news = farewell.withLock { farewell in
                farewell.told.insert(player)
                return farewell.news
            }
            news?.yield()
        }
        guard id == DocumentID.questionState(game.id).text, let question = game.questionState.currentQuestionId,
            let player = access.player(on: peer.id), isCurrent(id, version)
        else { return }
        engine.handle(.acknowledgedClose(player, question: question, at: now))
    }

    /// Whether the board confirmed the state that is stored now, and not one before it.
    private func isCurrent(_ id: String, _ version: Version) -> Bool {
        (try? configuration.database.collection().record(id))?.vector.current == version
    }

    /// Boards whose connection is gone count as connected until they have had time to come back: a short break of one
    /// must not close the question for it as soon as all others have answered.
    private func drop(_ players: Set<PlayerID>, ifAbsentAfter grace: Duration) {
        guard !players.isEmpty else { return }
        Task { [weak self] in
            try? await Task.sleep(for: grace)
            guard let self else { return }
            for player in players where access.connection(of: player) == nil {
                engine.handle(.connectionDown(player, at: now))
            }
        }
    }
}
