import Replication
import Timing
import WebSocket

/// The active side of one board: connects to the hub, and connects again, as a real `Replicator` does.
final class SimulatedReplicator {
    let board: VirtualPeer
    let plan: ReplicationPlan
    /// The connection, until this end knows that it is gone.
    private(set) var link: LoopbackLink?
    private var policy: ReconnectPolicy
    /// Counts the starts, so that what belongs to an earlier process does nothing.
    private var life = 0
    private unowned let simulation: Simulation

    init(_ board: VirtualPeer, _ plan: ReplicationPlan, _ simulation: Simulation) {
        self.board = board
        self.plan = plan
        self.simulation = simulation
        policy = Self.policy(plan)
    }

    private static func policy(_ plan: ReplicationPlan) -> ReconnectPolicy {
        ReconnectPolicy(isContinuous: plan.isContinuous, backoff: Backoff(first: .seconds(1), longest: .seconds(20)))
    }

    /// Begins a replication in a fresh process, or once more.
    func start() {
        life += 1
        policy = Self.policy(plan)
        connect()
    }

    /// The process is gone.
    func stop() {
        life += 1
        link = nil
    }

    private func connect() {
        guard board.isUp else { return }
        policy.connects()
        guard simulation.hub.isUp else {
            return ended(.failed(message: "connection refused", isTransient: true), life)
        }
        let life = life
        var options = simulation.linkOptions()
        options.onReport = { [unowned self] end, report in
            if end == .active, life == self.life { policy.note(report) }
            simulation.reported(board, end, report)
        }
        options.onEnd = { [unowned self] close in
            switch close {
            case .closed(let code, let reason): ended(.closed(code: code, reason: reason), life)
            case .dropped: ended(.dropped, life)
            }
        }
        let link = simulation.network.connect(board, to: simulation.hub, plan, options)
        self.link = link
        simulation.note("\(board.name) connects (link \(link.id))")
    }

    private func ended(_ close: WebSocketClose, _ life: Int) {
        guard life == self.life else { return }
        link = nil
        var generator = DiceGenerator(dice: simulation.dice)
        switch policy.next(after: ReplicationError(close, url: simulation.url), using: &generator) {
        case .retry(let error, let wait):
            simulation.note("\(board.name) retries in \(wait): \(error)")
            simulation.network.after(wait) { [unowned self] in
                if life == self.life { connect() }
            }
        case .finish(nil):
            simulation.note("\(board.name) has finished")
            startAgain(life)
        case .finish(let error?):
            simulation.note("\(board.name) gives up: \(error)")
            if !error.isTransient { simulation.find("\(board.name) gave up: \(error)") }
            startAgain(life)
        }
    }

    /// What a one-shot replication brought is not the end of it while the world goes on.
    private func startAgain(_ life: Int) {
        guard !simulation.isHealed else { return }
        simulation.network.after(simulation.dice.milliseconds(500...4_000)) { [unowned self] in
            if life == self.life { start() }
        }
    }
}
