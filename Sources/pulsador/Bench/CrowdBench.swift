import Documents
import Replication
import Synchronization
import Timing
import WebSocket
@preconcurrency import Glibc

/// Many continuous peers on one listener, which is a process of its own: how long until all are there, what each costs,
/// and how fast one change reaches all of them.
struct CrowdBench {
    struct Report: Encodable {
        let peers: Int
        let connectSeconds: Double
        let listenerKiBPerPeer: Double
        /// From the commit at one peer, through the listener, to the commit at the last of the others.
        let changeToAll: Measurement?
        let idleListenerPercentOfCore: Double
    }

    /// Counts what the peers tell.
    private final class Roll: Sendable {
        private let state = Mutex((seen: Set<Int>(), wanted: 0))
        private let stream: AsyncStream<MonotonicTime>
        private let done: AsyncStream<MonotonicTime>.Continuation

        init() {
            (stream, done) = AsyncStream.makeStream()
        }

        func expect(_ count: Int) {
            state.withLock { $0 = ([], count) }
        }

        func mark(_ number: Int) {
            let isLast = state.withLock { $0.seen.insert(number).inserted && $0.seen.count == $0.wanted }
            if isLast { done.yield(.now()) }
        }

        func complete() async -> MonotonicTime {
            for await time in stream { return time }
            return .now()
        }
    }

    let plan: BenchPlan
    let rounds: Int

    func run() async throws -> Report {
        raiseFileLimit()
        let (server, port) = try plan.serve("crowd-host", maxPeers: plan.crowd + 10)
        server.ignoreOutput()
        let before = server.residentBytes
        let loop = try WebSocketLoop(name: "bench crowd")
        let roll = Roll()
        let changes = Roll()
        var peers: [(database: Database, replicator: Replicator, observation: Observation)] = []
        for number in 0..<plan.crowd {
            let database = try Database(path: "\(plan.boards)/\(number)")
            let observation = database.observe { if $0.first?.origin != .local { changes.mark(number) } }
            var options = Replicator.Configuration(
                database: database, url: WebSocketURL(host: "127.0.0.1", port: port, path: "/db"))
            options.isContinuous = true
            let replicator = try Replicator(
                options, loop: loop, onStatus: { if case .idle = $0 { roll.mark(number) } })
            peers.append((database, replicator, observation))
        }
        roll.expect(plan.crowd)
        let start = MonotonicTime.now()
        for peer in peers { peer.replicator.start() }
        let connected = await roll.complete()
        // The listener's side keeps what it needs once all are idle.
        try await Task.sleep(for: .seconds(1))
        let memory = server.residentBytes - before
        var spans: [Duration] = []
        for round in 0..<rounds {
            changes.expect(plan.crowd - 1)
            _ = try peers[0].database.collection().save("change-\(round)", BenchPlan.body(round))
            let saved = MonotonicTime.now()
            spans.append(saved.duration(to: await changes.complete()))
        }
        try await Task.sleep(for: .seconds(7))
        let idle = try await idleShare(server, seconds: 10)
        for peer in peers { peer.replicator.stop() }
        loop.stop()
        for peer in peers { try peer.database.close() }
        _ = server.end()
        return Report(
            peers: plan.crowd, connectSeconds: (start.duration(to: connected).milliseconds / 10).rounded() / 100,
            listenerKiBPerPeer: (Double(memory) / 1024 / Double(plan.crowd)).tenths, changeToAll: Measurement(spans),
            idleListenerPercentOfCore: idle.tenths)
    }

    private func idleShare(_ server: ChildProcess, seconds: Int) async throws -> Double {
        let before = server.cpuSeconds
        try await Task.sleep(for: .seconds(seconds))
        return (server.cpuSeconds - before) / Double(seconds) * 100
    }

    /// Each peer needs a socket and its database's files.
    private func raiseFileLimit() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
