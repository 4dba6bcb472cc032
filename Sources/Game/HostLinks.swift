import Quiz
import Replication
import Synchronization
import Timing

/// The links of all boards of a host: asks each for its time, and says how far back its presses may lie.
final class HostLinks: Sendable {
    private struct State {
        /// Kept when a connection ends: the board that comes back has the same air around it.
        var meters: [PlayerID: LinkMeter] = [:]
        /// Of each connection that is asked for its time; a board that comes back has two for a moment.
        var rounds: [UInt64: (player: PlayerID, rounds: ClockRounds)] = [:]
        var interval = ClockTuning.idleInterval
    }

    private let state = Mutex(State())
    private let maxAllowance: Duration
    private let epoch: @Sendable () -> String

    init(maxAllowance: Duration, epoch: @escaping @Sendable () -> String) {
        self.maxAllowance = maxAllowance
        self.epoch = epoch
    }

    /// How far before its arrival a press of `player` may lie.
    func allowance(of player: PlayerID, at arrival: MonotonicTime) -> Duration {
        let delay = state.withLock { $0.meters[player]?.longestDelay(at: arrival) }
        return Ruling.allowance(measuredDelay: delay, atMost: maxAllowance)
    }

    /// Takes what became of a question to a board. Returns its link's state if there is something to tell.
    ///
    /// - Parameter ask: asks the board on this connection.
    func take(
        _ event: ClockEvent, from player: PlayerID, on connection: UInt64, at now: MonotonicTime,
        ask: @escaping @Sendable () -> Void
    ) -> LinkState? {
        let epoch = epoch()
        let (news, begun) = state.withLock { state -> (LinkState?, ClockRounds?) in
            state.meters[player, default: LinkMeter()].take(event, epoch: epoch)
            var begun: ClockRounds?
            if case .ready = event {
                let rounds = ClockRounds(
                    interval: { [weak self] in self?.interval ?? ClockTuning.idleInterval }, ask: ask)
                state.rounds.updateValue((player, rounds), forKey: connection)?.rounds.stop()
                begun = rounds
            }
            return (state.meters[player]?.news(at: now, epoch: epoch), begun)
        }
        begun?.start()
        return news
    }

    /// The connection is gone.
    func left(_ connection: UInt64, _ player: PlayerID?) {
        let rounds = state.withLock { state in
            if let player { state.meters[player]?.disconnected() }
            return state.rounds.removeValue(forKey: connection)?.rounds
        }
        rounds?.stop()
    }

    /// Whether `player` has a connection that is asked for its time.
    func hasClock(_ player: PlayerID) -> Bool { state.withLock { $0.rounds.values.contains { $0.player == player } } }

    /// How far the host's own idea of the player's clock may be off; nil when it has none.
    func clockError(of player: PlayerID, at now: MonotonicTime) -> Duration? {
        let epoch = epoch()
        return state.withLock { $0.meters[player]?.clockError(at: now, epoch: epoch) }
    }

    /// Sets the pace of the questions by what the game does.
    func follow(_ game: HostGame) {
        let interval =
            if game.isBuzzOpen {
                ClockTuning.buzzInterval
            } else if game.phase == .asking || game.phase == .closed {
                ClockTuning.playingInterval
            } else {
                ClockTuning.idleInterval
            }
        let resting = state.withLock { state -> [ClockRounds] in
            defer { state.interval = interval }
            return interval < state.interval ? state.rounds.values.map(\.rounds) : []
        }
        // Not all at once: a room of them would answer at once.
        for (number, rounds) in resting.enumerated() { rounds.hurry(after: interval * number / resting.count) }
    }

    func stop() {
        let all = state.withLock { state in
            defer { state.rounds = [:] }
            return state.rounds.values.map(\.rounds)
        }
        for rounds in all { rounds.stop() }
    }

    private var interval: Duration { state.withLock { $0.interval } }
}
