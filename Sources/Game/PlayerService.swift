import Buttons
import Documents
import Quiz
import Replication
import Synchronization
import Timing
import WebSocket

/// A board with everything it needs: its database, its identity, its buttons, and the replication with a host.
package final class PlayerService: Sendable {
    package struct Configuration: Sendable {
        package var database: Database
        package var name: String
        package var clock: any TimeSource = MonotonicClock()
        package var tuning = Tuning()
        /// Shared by boards that run in one process.
        package var loop: WebSocketLoop?
        /// A board comes back quickly at first, and every few seconds for as long as it takes.
        package var backoff = Backoff(first: .milliseconds(250), longest: .seconds(5))
        /// A refusal may be mended at the host, but hardly within seconds. Of two boards with one identity each pushes the
        /// other out, and both would do nothing else.
        package var refusalWait = Duration.seconds(30)

        package init(database: Database, name: String) {
            self.database = database
            self.name = name
        }
    }

    package enum Link: Sendable, Equatable {
        case connecting
        case connected
        case offline(String, retryAfter: Duration)
        /// The host does not want this board; it is tried again all the same.
        case refused(String, retryAfter: Duration)
    }

    package let identity: PlayerIdentity
    private let configuration: Configuration
    private let engine: PlayerEngine
    private let panel: any ButtonPanel
    private let replicator: Mutex<(replicator: Replicator, url: WebSocketURL)?> = Mutex(nil)
    private let onLink: @Sendable (Link) -> Void
    private let clock: BoardClock

    /// Callbacks come from the board's queues and must not block.
    package init(
        _ configuration: Configuration, panel: any ButtonPanel, onLink: @escaping @Sendable (Link) -> Void = { _ in },
        onUpdate: @escaping @Sendable (PlayerUpdate) -> Void
    ) throws {
        self.configuration = configuration
        self.panel = panel
        self.onLink = onLink
        identity = try PlayerIdentity.load(from: configuration.database)
        let shown = Mutex<BoardLamps?>(nil)
        let signal: @Sendable (BoardLamps) -> Void = { lamps in
            let previous = shown.withLock { shown in
                defer { shown = lamps }
                return shown
            }
            panel.show(lamps.pattern)
            if let beep = lamps.beep(after: previous) { panel.beep(beep) }
        }
        // The engine tells of changes only.
        signal(.searching)
        let clock = BoardClock()
        self.clock = clock
        engine = try PlayerEngine(
            identity: identity, name: configuration.name, database: configuration.database,
            clock: configuration.clock, hostTime: { clock.hostTime(of: $0) }
        ) { update in
            switch update {
            case .opened(_, let state, _, _):
                clock.play(true)
                panel.questionOpened(index: state.currentQuestionIndex, opening: state.questionStartSeq)
            case .called: panel.called()
            case .joining, .finished: clock.play(false)
            case .seated(inLobby: true): panel.lobbyEntered()
            case .lamps(let lamps): signal(lamps)
            default: break
            }
            onUpdate(update)
        }
    }

    /// Starts the buttons and takes up what is stored. The buttons first: a script hears of a question that is open now.
    package func start() throws {
        panel.onContact { [engine, clock] in
            // The host is asked for its time now: it knows better then, and is awake when the answer comes.
            clock.ask()
            engine.contact($0)
        }
        try panel.start { [engine] in engine.press($0) }
        try engine.start()
    }

    /// Replicates with the host at `url` from now on, instead of any other.
    package func connect(to url: WebSocketURL) throws {
        disconnect()
        var options = Replicator.Configuration(database: configuration.database, url: url)
        options.isContinuous = true
        options.credentials = (identity.player.text, identity.secret)
        options.backoff = configuration.backoff
        options.refusalWait = configuration.refusalWait
        options.tuning = configuration.tuning
        options.clock = configuration.clock
        options.conflictResolver = Self.hostWins
        options.clockEpoch = { ClockEpoch.shared.name }
        let replicator = try Replicator(
            options, loop: configuration.loop,
            onDocumentError: { [engine] error in
                if error.isPush, !error.error.isTransient { engine.refused(error.id, reason: error.error.message) }
            },
            onClock: { [clock] in clock.take($0) },
            onStatus: { [engine, onLink, clock] status in
                if case .busy = status {} else if case .idle = status {} else { clock.lostHost() }
                switch status {
                case .connecting: onLink(.connecting)
                case .busy, .idle:
                    engine.connection(isUp: true)
                    onLink(.connected)
                case .offline(let error, let wait):
                    engine.connection(isUp: false)
                    onLink(
                        error.isTransient
                            ? .offline(error.message, retryAfter: wait) : .refused(error.message, retryAfter: wait))
                case .stopped: engine.connection(isUp: false)
                }
            })
        self.replicator.withLock { $0 = (replicator, url) }
        clock.asks { [weak replicator] in replicator?.askClock() }
        replicator.start()
    }

    /// Where the board replicates now.
    package var host: WebSocketURL? { replicator.withLock { $0?.url } }

    package func disconnect() {
        replicator.withLock { $0.take() }?.replicator.stop()
        clock.lostHost()
    }

    /// A moment of this machine's clock on the host's, with its possible error; nil while the board does not know. Any thread.
    package func hostTime(of moment: MonotonicTime) -> PressClaim? {
        clock.hostTime(of: moment)
    }

    /// How many exchanges of times with the host the board goes by now.
    package var clockSamples: Int { clock.count }

    /// Returns when the engine has had its turn. For a watchdog, from any thread but the engine's; blocks.
    package func round() {
        engine.round()
    }

    package func stop() {
        panel.stop()
        disconnect()
        engine.stop()
    }

    /// The host's word counts on everything but what the player alone writes, and there the host changes nothing.
    static let hostWins: ConflictResolver = { _, _ in .remote }
}
