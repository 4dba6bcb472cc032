import Game
import Quiz
import Replication
import Timing

/// A board: its clock, what it knows, and its connection.
struct SimulatedBoard {
    let scenario: Scenario.Board
    let player: PlayerID
    var clock: MachineClock
    var game: PlayerGame
    var sync = ClockSync()
    /// What the host has measured of it.
    var meter = LinkMeter()
    /// Answers in its database, and those that the host has not confirmed.
    var answers: [Answer] = []
    var unconfirmed: [Answer] = []
    /// Whether the process runs; it may be suspended, or between two starts.
    var isUp = true
    /// Counts the connections; what belongs to an earlier one is lost.
    var connection = 0
    var isConnected = false
    /// When the last message of each direction arrives: none overtakes another.
    var lastUp = MonotonicTime(nanoseconds: 0)
    var lastDown = MonotonicTime(nanoseconds: 0)
    var isAskingHost = false
    var isAsked = false
    var asked = 0

    init(_ number: Int, _ scenario: Scenario.Board, clock: MachineClock) {
        self.scenario = scenario
        guard let player = try? PlayerID("board-\(number)") else { preconditionFailure("'board-\(number)' is an id") }
        self.player = player
        self.clock = clock
        game = PlayerGame(player: player)
    }

    var isHonest: Bool { scenario.honesty == .honest }

    /// What it writes into an answer about a press at `edge` of its clock.
    func claim(_ edge: MonotonicTime) -> PressClaim? {
        let honest = sync.claim(for: edge, epoch: clock.epoch)
        switch scenario.honesty {
        case .honest, .drifts: return honest
        case .shifts(let shift): return honest.map { Self.moved($0, by: shift) }
        case .holdsBack: return honest.map { Self.moved($0, by: .milliseconds(-400)) }
        case .says(let nanoseconds):
            return PressClaim(pressedAt: MonotonicTime(nanoseconds: nanoseconds), clockError: .zero)
        }
    }

    private static func moved(_ claim: PressClaim, by shift: Duration) -> PressClaim {
        PressClaim(pressedAt: claim.pressedAt.advanced(by: shift), clockError: claim.clockError)
    }

    /// The edge of a press at a true time as its buttons stamp it: a clock that goes wrong stamps wrongly.
    func edge(at time: MonotonicTime) -> MonotonicTime {
        let reading = clock.reading(at: time)
        guard case .drifts(let ppm) = scenario.honesty else { return reading }
        return reading.advanced(by: .nanoseconds(Int64(Double(time.nanoseconds) * ppm * 1e-6)))
    }
}
