import Buttons
import Documents
import FoundationEssentials
import Game
import Quiz
import Replication
import Synchronization
import Timing
import WebSocket
@preconcurrency import Glibc

/// `pulsador player`: a board.
struct PlayerCommand: Command {
    static let name = "player"
    static let summary = "Be a board: join a game and answer with four buttons"
    static let options: [Option] =
        [
            .value("name", "NAME", "name on the leaderboard (default: this machine's)"),
            .value("host", "HOST[:PORT]", "where the game is (default: look for it on the network; port 18999)"),
            .value("game", "GAME", "which game, when there are several: its title, or the beginning of its id"),
            .value(
                "buttons", "WHAT", "gpio, gpio:CHIP, events, events:DEVICE, keyboard, or mock:FILE (default: keyboard)"),
        ] + ButtonsChoice.options + [
            .value("lamps", "on|off", "lamps of the pin map (default: on)"),
            .value("sound", "on|off", "beeper of the pin map (default: on)"),
            .value("database", "DIR", "where the board keeps its identity and answers"),
            .flag("once", "end when the game is over"),
            .flag("json", "one JSON object per line for what happens"),
            .config,
        ]
    static let details = """
        The board keeps its identity in its database (default: ~/.local/state/pulsador/player-NAME): restarted, it takes
        its seat again with its score. The host may be started later or go away: the board comes back by itself.

        Buttons: gpio are real ones on the pins, with lamps and a beeper where the pin map has them; CHIP is a file such as
        /dev/gpiochip0, label:NAME, or the name of one of its lines. events are four keys of an input device: its path, its
        name in /dev/input/by-id, or its own name. keyboard are the keys 1 to 4 of this terminal, mock:FILE a script.
        """
    static let example = "pulsador player --name Ana --host 192.168.1.20"

    private let arguments: Arguments
    private let name: String
    private let url: WebSocketURL?
    private let buttons: ButtonsChoice

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        let given = arguments.string("name") ?? Places.hostName
        guard let name = DisplayName.sanitised(given) else {
            throw UsageError(
                "\(arguments.title("name")) needs a name of up to \(QuizLimits.nameLength) visible characters")
        }
        self.name = name
        url = try arguments.string("host").map { try Self.url($0, title: arguments.title("host")) }
        guard url == nil || arguments.string("game") == nil else {
            throw UsageError(
                "\(arguments.title("game")) chooses among the games on the network; leave it out with "
                    + arguments.title("host"))
        }
        buttons = try ButtonsChoice(arguments)
    }

    /// A URL as it is; of `HOST` and `HOST:PORT` that of a host there.
    private static func url(_ text: String, title: String) throws -> WebSocketURL {
        do {
            let text = text.contains("://") ? text : "ws://\(text)"
            var url = try WebSocketURL(text, defaultPort: HostService.defaultPort)
            if url.path == "/" { url.path = "/\(HostService.databaseName)" }
            return url
        } catch {
            throw UsageError("\(title) takes HOST or HOST:PORT, such as 192.168.1.20:18999: \(error)")
        }
    }

    private var directory: String {
        let plain = name.unicodeScalars.map { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil ? String(scalar) : "-"
        }.joined()
        return arguments.string("database") ?? "\(Places.state)/player-\(plain)"
    }

    func run() async throws {
        Output.goToBackground()
        let (endings, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let voice = PlayerVoice(writesJSON: arguments.flag("json"))
        // Before the database: whoever has no buttons needs none.
        let panel = try buttons.open(onGone: { continuation.yield() }) { [name] state in
            voice.say(state)
            switch state {
            case .ready: ServiceManager.notify("STATUS=playing as \(name)")
            case .lost(let text): ServiceManager.notify("STATUS=no buttons: \(text.printable)")
            case .limited: break
            }
        }
        let database = try openDatabase(directory, .game)
        let finder = HostFinder(
            wanted: arguments.string("game"), remembered: PlayerMemory.game(in: database)
        ) { voice.note($0) }
        let endsWithGame = arguments.flag("once")
        let service = try PlayerService(
            PlayerService.Configuration(database: database, name: name), panel: panel,
            onLink: { link in
                voice.say(link)
                switch link {
                case .connecting: break
                case .connected: finder.linkCameUp()
                case .offline, .refused: finder.linkFailed()
                }
            },
            onUpdate: { update in
                voice.say(update)
                if case .joining(let game, _) = update { PlayerMemory.remember(game, in: database) }
                guard case .finished = update else { return }
                finder.gameFinished()
                if endsWithGame { continuation.yield() }
            })
        let interruption = Interruption { continuation.yield() }
        voice.begin(name: name, player: service.identity.player)
        try service.start()
        if let url { try service.connect(to: url) } else { finder.start(service) }
        let watchdog = Watchdog(status: "playing as \(name)") { service.round() }
        for await _ in endings { break }
        watchdog.stop()
        withExtendedLifetime(interruption) {}
        finder.stop()
        service.stop()
        try database.close()
    }
}

/// The game a board played last, so that it looks for that one first after a restart.
enum PlayerMemory {
    private static let key = "player/last-game"

    static func game(in database: Database) -> String? {
        (try? database.metadata(key)).flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) }
    }

    static func remember(_ game: GameID, in database: Database) {
        // Forgetting it costs a player one choice among several games, so a full disk must not stop the board.
        try? database.setMetadata(key, Array(game.text.utf8))
    }
}
