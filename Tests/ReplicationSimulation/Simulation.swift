import Documents
import Glibc
import Replication
import Synchronization
import Timing
import WebSocket

/// One hub and its boards on virtual time: chaos, then peace, then a look at what is left.
///
/// Everything follows from the seed, so that a failure can be played again. Real are the databases (files), sessions,
/// message framing, access rules, and the policy that connects again; the network, the clocks and the disks' mishaps
/// are simulated.
///
///     try Simulation(seed: 4711).run()
package final class Simulation {
    package let seed: UInt64
    let scenario: Scenario
    let dice: Dice
    let network = VirtualNetwork()
    let ledger = Ledger()
    let trace: Trace
    let url: WebSocketURL
    let hub: VirtualPeer
    private(set) var replicators: [SimulatedReplicator] = []
    /// Whether nothing bad happens any more.
    private(set) var isHealed = false
    /// Documents that a board changed against the rules; the hub refuses them, so the two may differ for ever.
    var disobedient: Set<Disobedience> = []
    /// Copies of databases that may come back.
    var copies: [String: [VirtualPeer.Copy]] = [:]
    /// Peers that ever lost something they had committed.
    var forgetful: Set<String> = []
    /// What each peer's present database has stored last, so that nothing is stored twice.
    var stored: [String: [DocumentKey: VersionVector]] = [:]
    var nextToken = 0
    private var findings: [String] = []

    struct Disobedience: Hashable {
        let board: String
        let key: DocumentKey
    }

    /// Databases go below `storage`; nil means the memory file system where there is one. `isTraced` keeps the events.
    package init(seed: UInt64, isTraced: Bool = false, storage: String? = nil) throws {
        self.seed = seed
        let storage = storage ?? Self.memoryFileSystem
        dice = Dice(seed: seed)
        scenario = Scenario(dice)
        trace = Trace(isOn: isTraced)
        url = try WebSocketURL("ws://hub:1/db")
        hub = try network.addPeer(
            "hub", Self.options(dice.fork(), hasClock: scenario.hubHasClock, network, storage))
        for number in 1...scenario.boards {
            let hasClock = dice.chance(70)
            let board = try network.addPeer(
                "board\(number)", Self.options(dice.fork(), hasClock: hasClock, network, storage))
            replicators.append(SimulatedReplicator(board, plan(), self))
        }
        try prepare()
    }

    private static let memoryFileSystem = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : nil

    private static func options(
        _ dice: Dice, hasClock: Bool, _ network: VirtualNetwork, _ storage: String?
    ) -> VirtualPeer.Options {
        var options = VirtualPeer.Options(clockSkew: dice.milliseconds(-25_000...25_000))
        options.storage = storage
        // A database draws its source once, and two bytes at each opening for its clock. The latter repeat once in 32,768
        // openings; here never.
        let openings = Atomic<UInt16>(0)
        options.randomBytes = { count in
            guard count == 2 else { return dice.bytes(count) }
            let number = openings.add(1, ordering: .relaxed).newValue &* 12_345 & 0x7fff
            return [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
        }
        if !hasClock {
            // Some boards begin in 1970 each time, others with the time that they saved a while before.
            let lags = dice.chance(50)
            let base = UInt64(1_767_225_600_000_000_000)
            options.wallClockAtStart = { [unowned network] in
                let lag = UInt64(dice.milliseconds(0...60_000).nanoseconds)
                return lags ? base + UInt64(network.clock.now.nanoseconds) - lag : 1_000_000_000
            }
        }
        return options
    }

    private func plan() -> ReplicationPlan {
        let chosen = scenario.collections.filter { _ in dice.chance(70) }
        return ReplicationPlan(
            collections: chosen.isEmpty ? [scenario.collections[0]] : chosen, pushes: true, pulls: true,
            isContinuous: !dice.chance(scenario.oneShotPercent), remote: url.description,
            conflictResolver: scenario.merges ? Self.mergingResolver : ConflictPolicy.defaultResolver)
    }

    private func prepare() throws {
        if scenario.hasRules { hub.rules = { Self.rules(for: $0) } }
        for peer in network.peers {
            peer.tuning = scenario.tuning
            peer.onChanges = { [unowned self, unowned peer] in saw($0, at: peer) }
        }
        for name in scenario.collections { _ = try hub.database.collection(name) }
        for replicator in replicators {
            for name in replicator.plan.collections { _ = try replicator.board.database.collection(name) }
        }
    }

    // MARK: The run

    /// Plays it through.
    package func run() throws(SimulationFailure) {
        note("\(scenario)")
        do {
            try play()
        } catch {
            find("unexpected error: \(error)")
        }
        guard !findings.isEmpty else { return }
        throw SimulationFailure(seed: seed, findings: findings, trace: trace.lines)
    }

    /// The events so far, when they are traced.
    package var events: [String] { trace.lines }

    /// Messages that arrived over all connections.
    package var messages: Int { network.links.reduce(0) { $0 + $1.delivered } }

    private func play() throws {
        for replicator in replicators { replicator.start() }
        scheduleHappening()
        try network.run(for: scenario.chaos)
        try heal()
        let held = try network.peers.map { ($0.name, try snapshot($0)) }
        try settle("after the chaos")
        try checkConvergence()
        try checkNothingLost(since: held)
        guard findings.isEmpty else { return }
        try reconnectQuietly()
        try checkConvergence()
        for peer in network.peers { try edit(peer) }
        try settle("after the last edits")
        try checkConvergence()
    }

    private func scheduleHappening() {
        network.after(dice.milliseconds(scenario.pace)) { [unowned self] in
            guard !isHealed else { return }
            happen()
            scheduleHappening()
        }
    }

    private func happen() {
        do {
            if dice.chance(scenario.editPercent) {
                try editSomewhere()
            } else {
                try meet(dice.pick(scenario.mishaps))
            }
        } catch {
            find("unexpected error: \(error)")
        }
    }

    private func heal() throws {
        isHealed = true
        note("heals")
        for peer in network.peers {
            peer.disk.fail(0)
            peer.disk.isArmed = false
            if !peer.isUp { try startAgain(peer) }
        }
    }

    private func settle(_ when: String) throws {
        // What one one-shot replication brings, the next ones take along, and so on.
        for _ in 0..<4 {
            do {
                try network.run(for: .seconds(3_600), steps: 100_000)
            } catch is VirtualNetwork.NeverAtRest {
                return find("\(when), the network never comes to rest")
            }
            let oneShots = replicators.filter { !$0.plan.isContinuous }
            if oneShots.isEmpty { break }
            for replicator in oneShots { replicator.start() }
        }
        try network.run(for: .seconds(3_600), steps: 100_000)
        for replicator in replicators where replicator.plan.isContinuous && replicator.link == nil {
            find("\(when), \(replicator.board.name) is not connected")
        }
    }

    /// Connects everybody anew: once for what a passive peer cannot remember, and once more, when nothing may be said
    /// beyond the greeting.
    private func reconnectQuietly() throws {
        for attempt in 1...2 {
            let first = network.links.count
            for link in network.links where link.close == nil { link.cut() }
            try settle("after connection \(attempt) in peace")
            guard attempt == 2 else { continue }
            for link in network.links[first...] {
                let collections = replicators.first { $0.board === link.active }?.plan.collections.count ?? 0
                // getCollections; subChanges, and its empty list; each with its answer, but for the list.
                if link.delivered > 2 + 3 * collections {
                    find("\(link.active.name) still talks: \(link.delivered) messages for \(collections) collections")
                }
            }
        }
    }

    // MARK: For the parts

    func linkOptions() -> LoopbackLink.Options {
        var options = LoopbackLink.Options(latency: scenario.latency)
        if scenario.jitterMilliseconds > 0 {
            options.jitter = { [dice, limit = scenario.jitterMilliseconds] in dice.milliseconds(0...limit) }
        }
        if !isHealed, dice.chance(scenario.cutAtMessagePercent) { options.cutAtMessage = dice.draw(0...60) }
        return options
    }

    func replicator(of peer: VirtualPeer) -> SimulatedReplicator? { replicators.first { $0.board === peer } }

    func note(_ text: @autoclosure () -> String) { trace.add(network.clock.now, text()) }

    /// Notes that something is wrong.
    func find(_ text: String) {
        note("FOUND \(text)")
        if findings.count < 8 { findings.append(text) }
    }

    /// Starts a peer whose process has ended.
    func startAgain(_ peer: VirtualPeer) throws {
        try peer.comeUp()
        if let notice = peer.database.openingNotice { find("\(peer.name): \(notice)") }
        note("\(peer.name) is up")
        for name in replicator(of: peer)?.plan.collections ?? scenario.collections {
            _ = try peer.database.collection(name)
        }
        replicator(of: peer)?.start()
    }
}
