import Buttons
import Discovery
import Documents
import Game
import Quiz
import QuizPacks
import Replication

/// `pulsador host`: hosts a game for boards on the network.
struct HostCommand: Command {
    static let name = "host"
    static let summary = "Host a game: boards join over the network, the terminal is the projector"
    static let operands = "[PACK]"
    static let operandCount = 0...1
    static let options: [Option] =
        [
            .value("name", "TITLE", "title of the game (default: the pack's)"),
            .value("port", "N", "port to listen on (default 18999; 0 takes a free one)"),
            .value("database", "DIR", "where the game is kept (default: ~/.local/state/pulsador/host)"),
            .value("questions", "N", "ask only the first N questions"),
            .value("seed", "N", "seed of the join code and of shuffled orders (default: random)"),
            .value("max-players", "N", "seats in the game (default 100)"),
            .value(
                "allowance", "MS",
                "how far back a board's word on the time of a press is believed at most (default 250, up to 2000)"),
            .flag("no-advertise", "do not announce the game through Avahi; boards then need --host"),
            .flag("auto", "run by itself: start 8 s after the last player came, go on after each question"),
            .value("players", "N", "with --auto: start as soon as N players are in"),
            .flag("fast", "with --auto: hardly any pauses"),
            .value("buttons", "WHAT", "beside the keyboard: gpio, gpio:CHIP, events, events:DEVICE, or mock:FILE"),
        ] + ButtonsChoice.options + [
            .flag("headless", "no projector; print lines instead"),
            .flag("json", "with --headless: one JSON object per line"),
            .flag("resume", "take up the database's last game if it was interrupted; otherwise host PACK, if given"),
            .config,
        ]
    static let details = """
        Keys: space starts and goes on, b goes back to the answer, c closes the question early, q quits. Four buttons do
        the same, in the order of the pin map: next, close, back, and quit when it is held for two seconds.
        At a buzz question y says that what was answered aloud is right, n that it is wrong and the others may try; of
        the buttons next is right and back is wrong, and so are the two keys of a presenter's remote. u takes a verdict
        back, and so does back, while its result is on the screen or until somebody else is called.
        The finger counts, not the network: a board says when its button was pressed, on the host's clock, and is believed
        as far back as its link was measured to take, and never further than --allowance.
        A game that was interrupted, by a power cut too, goes on with --resume: same seats, same scores.
        """
    static let example = "pulsador host deploy/packs/english.quiz.json"

    private let arguments: Arguments
    private let port: Int
    private let questions: Int?
    private let seed: UInt64
    private let maxPlayers: Int
    private let allowance: Duration
    private let pace: Pace
    private let isHeadless: Bool
    private let buttons: ButtonsChoice?

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        port = try arguments.int("port", in: 0...65_535, default: HostService.defaultPort)
        questions =
            arguments.string("questions") == nil
            ? nil : try arguments.int("questions", in: 1...100_000, default: 1)
        seed = try arguments.seed("seed") ?? UInt64.random(in: 0 ... .max)
        maxPlayers = try arguments.int("max-players", in: 1...1_000, default: QuizLimits.seats)
        let unpaired = Int(QuizLimits.unpairedAllowance.milliseconds)
        let paired = Int(QuizLimits.pairedAllowance.milliseconds)
        allowance = .milliseconds(try arguments.int("allowance", in: 0...paired, default: unpaired))
        isHeadless = arguments.flag("headless")
        guard !arguments.positionals.isEmpty || arguments.flag("resume") else {
            throw UsageError("the question pack is missing")
        }
        // In a file or the environment they are for whatever game comes.
        for option in ["name", "questions", "seed", "max-players"]
        where arguments.positionals.isEmpty && arguments.title(option).hasPrefix("--")
            && arguments.string(option) != nil
        {
            throw UsageError("\(arguments.title(option)) is of a new game: name its PACK, or leave it out")
        }
        guard isHeadless || !arguments.flag("json") else { throw UsageError("--json goes with --headless") }
        let isAutomatic = arguments.flag("auto")
        let buttons = try ButtonsChoice(arguments, hasSignals: false)
        self.buttons = buttons.isKeyboard ? nil : buttons
        guard isAutomatic || !isHeadless || !buttons.isKeyboard else {
            throw UsageError("--headless has no keys to start with; add --auto or --buttons")
        }
        guard isAutomatic || (!arguments.flag("fast") && arguments.string("players") == nil) else {
            throw UsageError("--fast and --players go with --auto")
        }
        var pace = arguments.flag("fast") ? Pace.fast : isHeadless ? .headless : .automatic
        let players = try arguments.int("players", in: 0...1_000, default: 0)
        if players > 0 { pace.start = .players(players) }
        self.pace = isAutomatic ? pace : .manual
    }

    func run() async throws {
        Output.goToBackground()
        var settings = HostSettings()
        settings.seatLimit = maxPlayers
        // A pack that cannot be played is told of before there is a database.
        let game = arguments.flag("resume") ? nil : try newGame(settings)
        let hardware = HardwareNotice()
        let buttons = try buttons.map { try HostButtons($0) { hardware.take($0) } }
        defer { buttons?.stop() }
        let directory = arguments.string("database") ?? "\(Places.state)/host"
        if arguments.positionals.isEmpty { try HostDatabase.find(directory) }
        let database = try openDatabase(directory, .game)
        var configuration = HostService.Configuration(database: database)
        configuration.port = port
        configuration.maxAllowance = allowance
        let stage = Stage(
            pace: pace, hasButtons: buttons != nil, howToJoin: { Self.howToJoin(port: $0, isAnnounced: $1) })
        let place = arguments.string("database").map { " --database \($0.printable)" } ?? ""
        let again = arguments.string("port").map { " --port \($0)" } ?? ""
        let run = HostRun(
            stage: stage, isHeadless: isHeadless, writesJSON: arguments.flag("json"),
            afterwards: { Self.afterwards($0, place, again) }
        ) { update, _ in
            buttons?.take(update)
        }
        let service: HostService
        if let game {
            service = try HostService.new(game, configuration, onDocumentError: complain) { run.take($0, $1) }
        } else {
            do {
                service = try HostService.resume(configuration, onDocumentError: complain) { run.take($0, $1) }
            } catch let error as GameError where error.code == .nothingToResume {
                guard let game = try newGame(settings) else { throw error }
                service = try HostService.new(game, configuration, onDocumentError: complain) { run.take($0, $1) }
            }
        }
        if let interrupted = service.interrupted {
            let text =
                "\(interrupted.joinCode) was stopped at question \(interrupted.question) of \(interrupted.questions); "
                + "to go on with it, quit and use --resume"
            if isHeadless { Output.note("pulsador: \(text)") } else { stage.sayInLobby(text) }
        }
        var watchdog: Watchdog?
        var publisher: ServicePublisher?
        try await run.run(service) { port in
            watchdog = Watchdog(status: "hosting \(service.game.title.printable) on port \(port)") {
                [stage = run.stage] in
                stage.round()
                service.round()
            }
            hardware.show { [isHeadless] text in
                if isHeadless { if let text { Output.note("pulsador: \(text)") } } else { stage.say(text) }
            }
            try buttons?.start { stage.pressButton($0) }
            guard !arguments.flag("no-advertise") else { return }
            stage.announced(nil)
            publisher = advertise(service.game, port: port, stage)
        }
        watchdog?.stop()
        publisher?.stop()
        try database.close()
    }

    private func newGame(_ settings: HostSettings) throws -> HostService.NewGame? {
        guard let file = arguments.positionals.first else { return nil }
        let loaded = try QuizPack.load(path: file)
        for warning in loaded.warnings where warning.effect != .note { Output.note("pulsador: \(warning)") }
        var game = try HostService.NewGame(
            loaded.pack, seed: seed, questions: questions, settings: settings,
            hasJudge: !isHeadless || self.buttons != nil)
        if let name = arguments.string("name") { game.title = name.printable }
        return game
    }

    private func complain(_ text: String) {
        // On the projector's terminal a line would tear the picture, and anybody on the network could have it torn.
        guard isHeadless || !Output.notesGoToTerminal else { return }
        Output.note("pulsador: \(text.printable)")
    }

    private func advertise(_ game: HostGame, port: Int, _ stage: Stage) -> ServicePublisher {
        let advertisement = ServiceAdvertisement.game(
            id: game.id.text, title: game.title, port: UInt16(port), subprotocol: Listener.subprotocol, tls: false)
        let isHeadless = isHeadless
        return ServicePublisher(advertisement) { state in
            let trouble: String? =
                switch state {
                case .waitingForDaemon(let reason): reason
                case .failed(let message): message
                case .registering, .published, .renamed: nil
                }
            if isHeadless {
                if let trouble { Output.note("pulsador: \(trouble)") }
            } else {
                stage.announced(trouble.map { "Boards cannot find this game by themselves: \($0)" })
            }
        }
    }

    private static func howToJoin(port: Int, isAnnounced: Bool) -> [String] {
        let place = port == HostService.defaultPort ? "" : ":\(port)"
        let command = "pulsador player --host \(Places.address ?? Places.hostName)\(place)"
        return isAnnounced
            ? ["Boards on this network join by themselves", "or with: \(command)"] : ["Join with: \(command)"]
    }

    private static func afterwards(_ game: HostGame, _ place: String, _ port: String) -> [String] {
        let results = "pulsador results \(game.joinCode)\(place)"
        return switch game.stage {
        case .lobby: []
        case .finished: ["", "Who answered what: \(results)"]
        case .asking, .closing, .answering, .closed:
            ["Go on with: pulsador host --resume\(place)\(port)", "Results so far: \(results)"]
        }
    }
}
