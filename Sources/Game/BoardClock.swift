import Quiz
import Replication
import Synchronization
import Timing

/// A board's idea of its host's time: asks for it at its pace, and keeps what came of it.
final class BoardClock: Sendable {
    private struct State {
        var sync = ClockSync()
        var isPlaying = false
        /// The stretch of the board's clock in which the open question was asked.
        var askedIn: String?
        var ask: @Sendable () -> Void = {}
    }

    private let state = Mutex(State())
    private let epoch: @Sendable () -> String
    // Lazily made by `rounds`, since it refers to this object.
    private let kept = Mutex<ClockRounds?>(nil)

    init(epoch: @escaping @Sendable () -> String = { ClockEpoch.shared.name }) {
        self.epoch = epoch
    }

    /// Whom to ask from now on. What is known of another host's clock is dropped by its epoch.
    func asks(_ ask: @escaping @Sendable () -> Void) {
        state.withLock { $0.ask = ask }
    }

    /// Asks at once, beside the rounds.
    func ask() {
        state.withLock { $0.ask }()
    }

    func take(_ event: ClockEvent) {
        switch event {
        case .ready(let epoch):
            state.withLock { $0.sync.meet(epoch) }
            rounds.start()
        case .answered(let exchange):
            let epoch = epoch()
            state.withLock { state in
                // A board that was suspended meanwhile does not know how long the answer took.
                if state.askedIn == epoch { state.sync.take(exchange, epoch: epoch) }
            }
        case .asked:
            let epoch = epoch()
            state.withLock { $0.askedIn = epoch }
        case .failed, .drained: break
        }
    }

    /// Nobody is there to be asked. What is known stays good for a while, with a growing error.
    func lostHost() {
        kept.withLock { $0 }?.stop()
    }

    /// A game begins or rests.
    func play(_ isPlaying: Bool) {
        let begins = state.withLock { state in
            defer { state.isPlaying = isPlaying }
            return isPlaying && !state.isPlaying
        }
        if begins { rounds.hurry() }
    }

    func hostTime(of moment: MonotonicTime) -> PressClaim? {
        let epoch = epoch()
        return state.withLock { $0.sync.claim(for: moment, epoch: epoch) }
    }

    var count: Int { state.withLock { $0.sync.count } }

    private var rounds: ClockRounds {
        kept.withLock { kept in
            if let kept { return kept }
            let made = ClockRounds(
                interval: { [weak self] in
                    let isPlaying = self?.state.withLock { $0.isPlaying } ?? false
                    return isPlaying ? ClockTuning.playingInterval : ClockTuning.idleInterval
                },
                ask: { [weak self] in self?.state.withLock { $0.ask }() })
            kept = made
            return made
        }
    }
}
