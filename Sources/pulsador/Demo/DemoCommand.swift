import Buttons
import Documents
import Game
import Quiz
import QuizPacks
import Replication
import WebSocket

/// `pulsador demo`: the whole system on one machine.
struct DemoCommand: Command {
    static let name = "demo"
    static let summary = "Play on this machine: a host and boards over real sockets and real replication"
    static let options: [Option] = [
        .value("players", "N", "boards, you included (default 4)"),
        .value("questions", "N", "how many questions (default 5)"),
        .value("seed", "N", "seed of everything drawn by chance (default: random)"),
        .value("pack", "FILE", "question pack (default: a starter pack in your language)"),
        .flag("headless", "no projector: all boards play by themselves, the result is printed"),
        .flag("fast", "hardly any pauses"),
        .flag("json", "with --headless: one JSON object per line"),
        .flag("timing", "with --headless --json: print how long a press and a new question took"),
    ]
    static let details = """
        You play with the keys 1 to 4 and run the show: space goes on, c closes early, q quits; y and n judge what was
        answered aloud at a buzz question.
        """
    static let example = "pulsador demo --players 6"

    private let arguments: Arguments
    private let players: Int
    private let questions: Int
    private let seed: UInt64
    private let isHeadless: Bool
    private let isFast: Bool

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        players = try arguments.int("players", in: 1...200, default: 4)
        questions = try arguments.int("questions", in: 1...1_000, default: 5)
        seed = try arguments.seed("seed") ?? UInt64.random(in: 0 ... .max)
        isHeadless = arguments.flag("headless")
        isFast = arguments.flag("fast")
        guard isHeadless || !arguments.flag("json") else { throw UsageError("--json goes with --headless") }
        guard !arguments.flag("timing") || arguments.flag("json") else {
            throw UsageError("--timing goes with --headless --json")
        }
    }

    func run() async throws {
        Output.goToBackground()
        let pack = try QuizPack.load(path: try arguments.string("pack") ?? Places.pack(Places.language)).pack
        var settings = HostSettings()
        settings.seatLimit = max(players, settings.seatLimit)
        let game = try HostService.NewGame(
            pack, seed: seed, questions: questions, settings: settings, hasJudge: !isHeadless)
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let loop = try WebSocketLoop(name: "demo")
        let timing = arguments.flag("timing") ? DemoTiming() : nil
        let keyboard = isHeadless ? nil : KeyboardPanel()
        let stage = Stage(
            pace: pace, answersByKeyboard: keyboard != nil, isKept: false,
            howToJoin: { _, _ in ["You are in: keys 1 to 4. Space starts."] },
            onPlayerKey: { keyboard?.key(Character("\($0 + 1)")) })
        let run = HostRun(
            stage: stage, isHeadless: isHeadless, writesJSON: arguments.flag("json"), afterwards: { _ in [] }
        ) { update, _ in
            timing?.take(update)
            // The timing belongs before the last line.
            if case .finished = update { timing?.report() }
        }
        let database = try Database(path: "\(directory.path)/host")
        var configuration = HostService.Configuration(database: database)
        configuration.address = "127.0.0.1"
        let service = try HostService.new(game, configuration) { run.take($0, $1) }
        var boards: [(service: PlayerService, database: Database)] = []
        try await run.run(service) { port in
            let url = WebSocketURL(host: "127.0.0.1", port: port, path: "/\(HostService.databaseName)")
            for number in 0..<players {
                boards.append(
                    try board(number, game.cards, keyboard, "\(directory.path)/board-\(number)", loop, timing))
                try boards[number].service.start()
                try boards[number].service.connect(to: url)
            }
        }
        for board in boards {
            board.service.stop()
            try board.database.close()
        }
        loop.stop()
        try database.close()
    }

    private var pace: Pace {
        guard isHeadless else { return .manual }
        var pace = isFast ? Pace.fast : Pace.headless
        pace.start = .players(players)
        return pace
    }

    private func board(
        _ number: Int, _ cards: [QuestionCard], _ keyboard: KeyboardPanel?, _ directory: String, _ loop: WebSocketLoop,
        _ timing: DemoTiming?
    ) throws -> (PlayerService, Database) {
        let isPerson = keyboard != nil && number == 0
        let bot = DemoBot(
            number: keyboard == nil ? number : number - 1 + (number == 0 ? 1 : 0), cards: cards, seed: seed,
            isFast: isFast)
        let database = try Database(path: directory)
        var configuration = PlayerService.Configuration(database: database, name: isPerson ? "You" : bot.name)
        configuration.loop = loop
        let panel: any ButtonPanel = isPerson ? keyboard ?? KeyboardPanel() : MockPanel(bot.script)
        let service = try PlayerService(configuration, panel: panel) { timing?.take($0) }
        return (service, database)
    }
}
