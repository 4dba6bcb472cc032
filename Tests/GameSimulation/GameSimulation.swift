import Game
import Quiz
import Replication
import Timing

/// One whole game on virtual time: a host and its boards, each with a clock of its own, over links that delay, stall and
/// break; with processes that die, machines that boot again or sleep, and boards that lie about their presses.
///
/// Real are the rules (`HostGame`, `PlayerGame`, `Ruling`) and the clocks' measurement (`ClockSync`, `LinkMeter`); machines,
/// links and databases are simulated. Everything follows from the seed. None of the parts can see a wall clock, so steps of
/// it are not played here but with real databases.
package final class GameSimulation {
    enum Event {
        case toHost(Int, connection: Int, Message)
        case toBoard(Int, connection: Int, Message)
        /// The press of a finger at `at` is told by the buttons.
        case press(Int, button: Int, at: MonotonicTime)
        case stray(Int)
        case askHost(Int, connection: Int)
        case askBoard(Int, connection: Int)
        case connect(Int)
        case absent(Int, connection: Int)
        case boardUp(Int)
        case hostUp
        case hostTick
        case goOn
        case undo
        case mishap
    }

    package let seed: UInt64
    /// What is wrong, a line each.
    package private(set) var findings: [String] = []
    /// What happened, when it is traced.
    package private(set) var events: [String] = []
    let isTraced: Bool
    let scenario: Scenario
    var dice: Dice
    var agenda = Agenda<Event>()
    var now = MonotonicTime(nanoseconds: 1_000_000_000)

    var host: HostGame
    var hostClock: MachineClock
    var isHostUp = true
    var plannedTick: MonotonicTime?
    var sequence = 0
    /// The host's disk.
    var snapshot: HostGame.Snapshot
    var rulings: [RuledAnswer] = []
    var boards: [SimulatedBoard]
    var ledger = Ledger()

    /// Mishaps end here, so that a game can.
    static let heals = MonotonicTime(nanoseconds: 90_000_000_000)
    private static let end = MonotonicTime(nanoseconds: 1_200_000_000_000)

    package init(seed: UInt64, isTraced: Bool = false) {
        self.seed = seed
        self.isTraced = isTraced
        var dice = Dice(seed: seed)
        scenario = Scenario(&dice)
        hostClock = MachineClock(zero: Int64(dice.below(1 << 50)), ppm: scenario.hostPpm)
        boards = scenario.boards.enumerated().map { number, board in
            SimulatedBoard(number, board, clock: MachineClock(zero: Int64(dice.below(1 << 50)), ppm: board.ppm))
        }
        host = Self.game(scenario, &dice)
        snapshot = host.snapshot
        self.dice = dice
    }

    private static func game(_ scenario: Scenario, _ dice: inout Dice) -> HostGame {
        do {
            let cards = try (0..<scenario.cards).map { _ in
                if dice.chance(25) {
                    return try QuestionCard(
                        text: "?", choices: [], correct: [], kind: .buzz, limitSeconds: dice.draw(2...20),
                        weight: dice.below(4))
                }
                let isPoll = dice.chance(10)
                return try QuestionCard(
                    text: "?", choices: ["a", "b", "c", "d"], correct: isPoll ? [] : [dice.below(4)],
                    kind: isPoll ? .poll : .choice, limitSeconds: dice.draw(2...20), weight: dice.below(4))
            }
            return try HostGame(
                id: GameID("game"), title: "t", joinCode: "ABCDEF",
                createdAt: Timestamp(parsing: "2026-01-01T00:00:00Z"),
                cards: cards,
                settings: HostSettings(
                    scoring: scenario.scoring, closesEarly: scenario.closesEarly, seed: UInt64(dice.below(1 << 30))),
                bootID: "boot-1")
        } catch {
            preconditionFailure("a drawn game is not valid: \(error)")
        }
    }

    /// Plays it through; what is wrong then stands in `findings`.
    package func run() {
        note("\(scenario)")
        for board in boards.indices {
            agenda.plan(.connect(board), at: now.advanced(by: dice.milliseconds(0...2_000)))
            if boards[board].scenario.strayPercent > 0 { planStray(board) }
        }
        agenda.plan(.goOn, at: now.advanced(by: dice.milliseconds(2_500...8_000)))
        planMishap()
        while findings.isEmpty, host.stage != .finished || !isHostUp, let (time, event) = agenda.next() {
            now = time
            guard now < Self.end else { return find("the game never ends: \(host.stage)") }
            happen(event)
        }
        guard findings.isEmpty else { return }
        if host.stage != .finished { find("the game stands still: \(host.stage)") }
        checkTotals()
    }

    private func happen(_ event: Event) {
        switch event {
        case .toHost(let board, let connection, let message):
            guard isHostUp, connection == boards[board].connection else { return }
            hostTakes(message, from: board)
        case .toBoard(let board, let connection, let message):
            guard boards[board].isUp, connection == boards[board].connection else { return }
            boardTakes(message, board)
        case .press(let board, let button, let time): press(board, button, at: time)
        case .stray(let board):
            agenda.plan(.press(board, button: dice.below(4), at: now), at: now.advanced(by: .milliseconds(1)))
            planStray(board)
        case .askHost(let board, let connection): askHost(board, connection)
        case .askBoard(let board, let connection): askBoard(board, connection)
        case .connect(let board): connect(board)
        case .absent(let board, let connection):
            guard isHostUp, connection == boards[board].connection, !boards[board].isConnected else { return }
            hostHandles(.connectionDown(boards[board].player, at: hostNow))
        case .boardUp(let board): boardComesUp(board)
        case .hostUp: hostComesUp()
        case .hostTick:
            plannedTick = nil
            if isHostUp { hostHandles(.tick(at: hostNow)) }
        case .goOn: goOn()
        case .undo: if isHostUp { hostHandles(.undoVerdict(at: hostNow)) }
        case .mishap: mishap()
        }
    }

    private func planStray(_ board: Int) {
        guard dice.chance(boards[board].scenario.strayPercent) else { return }
        agenda.plan(.stray(board), at: now.advanced(by: dice.milliseconds(200...4_000)))
    }

    // MARK: Links

    /// Sends a message over a board's connection; none overtakes another.
    func send(_ message: Message, _ board: Int, toHost: Bool, held: Duration = .zero) {
        guard boards[board].isConnected else { return }
        let link = toHost ? boards[board].scenario.up : boards[board].scenario.down
        var way = link.least + held + .microseconds(dice.below(100 + link.jitterMilliseconds * 1_000))
        if dice.chance(link.stallPercent) { way += link.stall }
        let connection = boards[board].connection
        if toHost {
            let arrival = max(boards[board].lastUp, now.advanced(by: way))
            boards[board].lastUp = arrival
            agenda.plan(.toHost(board, connection: connection, message), at: arrival)
        } else {
            let arrival = max(boards[board].lastDown, now.advanced(by: way))
            boards[board].lastDown = arrival
            agenda.plan(.toBoard(board, connection: connection, message), at: arrival)
        }
    }

    // MARK: Words

    func note(_ text: @autoclosure () -> String) {
        guard isTraced else { return }
        let digits = String(now.nanoseconds / 1_000)
        events.append("\(digits.dropLast(6)).\(digits.suffix(6)) \(text())")
    }

    func find(_ text: String) {
        note("FOUND \(text)")
        if findings.count < 8 { findings.append(text) }
    }
}
