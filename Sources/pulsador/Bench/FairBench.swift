import Buttons
import Documents
import Game
import Quiz
import Synchronization
import Timing
import WebSocket
@preconcurrency import Glibc

/// Pairs of boards that press so many milliseconds apart, over one sort of link: who was first by the arrival of the answers,
/// and who by the host's ruling.
///
/// Host and boards are the real ones, with sockets and databases, in this process: so the true time of each press is known.
struct FairBench {
    struct Pair {
        let gapMs: Int
        /// The boards' numbers.
        let boards: [Int]
    }

    /// Buttons that are pressed by program.
    private final class Panel: ButtonPanel {
        private let handler = Mutex<(@Sendable (Press) -> Void)?>(nil)

        func start(_ handler: @escaping @Sendable (Press) -> Void) { self.handler.withLock { $0 = handler } }
        func stop() { handler.withLock { $0 = nil } }
        func press(at edge: MonotonicTime) { handler.withLock { $0 }?(Press(button: 0, time: edge)) }
    }

    private struct Board {
        let panel: Panel
        let service: PlayerService
        let database: Database
    }

    /// What the rounds wait for, gathered from all threads.
    private final class Watch: Sendable {
        enum Step: Sendable {
            case allSeated
            case allOpened
            case revealed(Reveal)
            case finished
        }

        private struct State {
            var seated: Set<PlayerID> = []
            var opened: Set<Int> = []
            var late = 0
        }

        private let boards: Int
        private let state = Mutex(State())
        private let stream: AsyncStream<Step>
        private let steps: AsyncStream<Step>.Continuation

        init(boards: Int) {
            self.boards = boards
            (stream, steps) = AsyncStream.makeStream()
        }

        func take(_ update: HostUpdate) {
            switch update {
            case .joined(let player, _):
                if state.withLock({ $0.seated.insert(player).inserted && $0.seated.count == boards }) {
                    steps.yield(.allSeated)
                }
            case .opened: state.withLock { $0.opened = [] }
            case .revealed(let reveal): steps.yield(.revealed(reveal))
            case .late: state.withLock { $0.late += 1 }
            case .finished: steps.yield(.finished)
            default: break
            }
        }

        func take(_ update: PlayerUpdate, of board: Int) {
            guard case .opened = update else { return }
            if state.withLock({ $0.opened.insert(board).inserted && $0.opened.count == boards }) {
                steps.yield(.allOpened)
            }
        }

        func next() async -> Step {
            for await step in stream { return step }
            return .finished
        }

        var late: Int { state.withLock { $0.late } }
    }

    /// A press and what became of it.
    private struct Outcome {
        let edge: MonotonicTime
        let ruled: RuledAnswer?
    }

    let link: FairLink
    let gaps: [Int]
    let pairsPerGap: Int
    let rounds: Int
    let warmUp: Duration
    let directory: String
    let seed: UInt64

    var pairs: [Pair] {
        gaps.enumerated().flatMap { index, gap in
            (0..<pairsPerGap).map { pair in
                let first = 2 * (index * pairsPerGap + pair)
                return Pair(gapMs: gap, boards: [first, first + 1])
            }
        }
    }

    func run() async throws -> FairReport.Link {
        let pairs = pairs
        let count = 2 * pairs.count
        let watch = Watch(boards: count)
        let database = try Database(path: "\(directory)/host-\(link.name)")
        var configuration = HostService.Configuration(database: database)
        configuration.address = "127.0.0.1"
        configuration.maxAllowance = .milliseconds(link.allowanceMs)
        var settings = HostSettings()
        settings.seatLimit = count
        let card = try QuestionCard(text: "Press", choices: ["a", "b"], correct: [0], limitSeconds: 30)
        let game = HostService.NewGame(
            title: "bench", cards: Array(repeating: card, count: rounds + 1), settings: settings, seed: seed)
        let service = try HostService.new(game, configuration) { updates, _ in
            for update in updates { watch.take(update) }
        }
        let port = try service.start()
        let proxy = link.isDirect ? nil : try DelayProxy(to: port, link, seed: seed)
        let loop = try WebSocketLoop(name: "bench boards")
        var boards: [Board] = []
        for number in 0..<count {
            boards.append(try board(number, watch, loop))
            try boards[number].service.start()
            try boards[number].service.connect(
                to: WebSocketURL(host: "127.0.0.1", port: proxy?.port ?? port, path: "/\(HostService.databaseName)"))
        }
        guard case .allSeated = await watch.next() else { throw CommandError("the boards found no seats") }
        // The first question is there to let the clocks settle, as they do while people take their seats.
        service.handle(.start(at: service.now))
        try await Task.sleep(for: warmUp)
        service.handle(.closeEarly(at: service.now))
        var outcomes: [[Outcome]] = []
        var generator = SeededGenerator(seed: seed)
        var round = -1
        loop: while true {
            switch await watch.next() {
            case .allSeated: break
            case .allOpened:
                if round >= 0 { outcomes.append(await press(boards, pairs, &generator)) }
            case .revealed(let reveal):
                if round >= 0 { settle(&outcomes, round, reveal, boards) }
                round += 1
                service.handle(.next(at: service.now))
            case .finished: break loop
            }
        }
        for board in boards { board.service.stop() }
        service.stop()
        proxy?.stop()
        loop.stop()
        for board in boards { try board.database.close() }
        try database.close()
        return report(outcomes, pairs, late: watch.late)
    }

    private func board(_ number: Int, _ watch: Watch, _ loop: WebSocketLoop) throws -> Board {
        let database = try Database(path: "\(directory)/board-\(link.name)-\(number)")
        var configuration = PlayerService.Configuration(database: database, name: "board \(number)")
        configuration.loop = loop
        let panel = Panel()
        let service = try PlayerService(configuration, panel: panel) { watch.take($0, of: number) }
        return Board(panel: panel, service: service, database: database)
    }

    /// Presses all pairs one after the other; who is first changes from round to round.
    private func press(_ boards: [Board], _ pairs: [Pair], _ generator: inout SeededGenerator) async -> [Outcome] {
        var plan: [(time: MonotonicTime, board: Int)] = []
        var start = MonotonicTime.now().advanced(by: .milliseconds(30))
        for pair in pairs {
            let swaps = generator.index(below: 2)
            plan.append((start, pair.boards[swaps]))
            plan.append((start.advanced(by: .milliseconds(pair.gapMs)), pair.boards[1 - swaps]))
            // Not in step with anything else.
            start = start.advanced(by: .microseconds(4_000 + generator.index(below: 4_000)))
        }
        let edges = PressPlan(
            plan.map { item in
                let panel = boards[item.board].panel
                return (item.time, { panel.press(at: item.time) })
            })
        await edges.run()
        var outcomes = [Outcome](repeating: Outcome(edge: start, ruled: nil), count: boards.count)
        for item in plan { outcomes[item.board] = Outcome(edge: item.time, ruled: nil) }
        return outcomes
    }

    private func settle(_ outcomes: inout [[Outcome]], _ round: Int, _ reveal: Reveal, _ boards: [Board]) {
        // A round in which somebody did not see the question has no presses.
        guard outcomes.count > round else { return outcomes.append([]) }
        for ruled in reveal.rulings {
            guard let number = boards.firstIndex(where: { $0.service.identity.player == ruled.result.playerId }) else {
                continue
            }
            outcomes[round][number] = Outcome(edge: outcomes[round][number].edge, ruled: ruled)
        }
    }

    private func report(_ rounds: [[Outcome]], _ pairs: [Pair], late: Int) -> FairReport.Link {
        let played = rounds.filter { !$0.isEmpty }
        let gaps = gaps.map { gap -> FairReport.Gap in
            var count = 0
            var byArrival = 0
            var byRuling = 0
            for outcomes in played {
                for pair in pairs where pair.gapMs == gap {
                    let inOrder = pair.boards.map { outcomes[$0] }.sorted { $0.edge < $1.edge }
                    guard let first = inOrder[0].ruled?.result, let second = inOrder[1].ruled?.result else { continue }
                    count += 1
                    if second.hostReceivedUptimeNs <= first.hostReceivedUptimeNs { byArrival += 1 }
                    if second.pressedAtHostUptimeNs ?? 0 <= first.pressedAtHostUptimeNs ?? 0 { byRuling += 1 }
                }
            }
            let share = { (wrong: Int) in (100 * Double(wrong) / Double(max(1, count))).hundredths }
            return FairReport.Gap(
                gapMs: gap, presses: count, wrongByArrival: share(byArrival), wrongByRuling: share(byRuling))
        }
        let presses = played.flatMap { $0 }
        let ruled = presses.compactMap { outcome in outcome.ruled.map { (outcome.edge, $0) } }
        let errors = ruled.map { edge, ruled in (Self.error(edge, ruled), ruled) }
        let exact = errors.filter { $0.1.claim != nil && $0.1.result.wasClamped != true }
        return FairReport.Link(
            name: link.name, title: link.title, allowanceMs: link.allowanceMs, gaps: gaps,
            error: Measurement(exact.map(\.0)), bound: Measurement(exact.compactMap(\.1.error)),
            outsideBound: errors.count { $0.0 > $0.1.error ?? .seconds(3_600) }, clamped: ruled.count - exact.count,
            late: late, lost: presses.count - ruled.count)
    }

    private static func error(_ edge: MonotonicTime, _ ruled: RuledAnswer) -> Duration {
        let pressed = MonotonicTime(nanoseconds: ruled.result.pressedAtHostUptimeNs ?? 0)
        return max(edge.duration(to: pressed), pressed.duration(to: edge))
    }
}
