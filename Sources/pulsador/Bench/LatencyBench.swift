import Documents
import Replication
import Synchronization
import Timing
import WebSocket

/// How long one change takes from its commit on one side to its commit on the other, where it is observed.
///
/// Both sides run in this process, on one clock, each with its own database, event loop and threads, over a real socket.
struct LatencyBench {
    struct Report: Encodable {
        let peers: Int
        /// From a peer to the listener's side.
        let up: Measurement?
        /// From the listener's side to one peer that is looked at.
        let down: Measurement?
        /// From the listener's side until the last peer has it.
        let downToAll: Measurement?
    }

    /// Waits on one side for a document to be observed there.
    private final class Arrivals: Sendable {
        private let state = Mutex((wanted: "", times: [MonotonicTime](), count: 1))
        private let stream: AsyncStream<[MonotonicTime]>
        private let done: AsyncStream<[MonotonicTime]>.Continuation

        init() {
            (stream, done) = AsyncStream.makeStream()
        }

        func expect(_ id: String, times count: Int) {
            state.withLock { $0 = (id, [], count) }
        }

        func take(_ changes: [DocumentChange]) {
            let now = MonotonicTime.now()
            let complete = state.withLock { state -> [MonotonicTime]? in
                for change in changes where change.id == state.wanted { state.times.append(now) }
                return state.times.count == state.count ? state.times : nil
            }
            if let complete { done.yield(complete) }
        }

        func next() async -> [MonotonicTime] {
            for await times in stream { return times }
            return []
        }
    }

    let plan: BenchPlan
    let peers: Int

    func run() async throws -> Report {
        let root = "\(plan.directory)/latency-\(peers)"
        let host = try Database(path: "\(root)/host")
        var configuration = Listener.Configuration(database: host, databaseName: "db", port: 0)
        configuration.address = "127.0.0.1"
        configuration.maxPeers = peers + 5
        let listener = try Listener(configuration)
        let port = try listener.start()
        let loop = try WebSocketLoop(name: "bench peers")
        let arrivals = Arrivals()
        var observations = [host.observe { if $0.first?.origin != .local { arrivals.take($0) } }]
        var boards: [(database: Database, replicator: Replicator)] = []
        let ready = Mutex(Set<Int>())
        let (allReady, continuation) = AsyncStream.makeStream(of: Void.self)
        for number in 0..<peers {
            let database = try Database(path: "\(root)/peer-\(number)")
            observations.append(database.observe { if $0.first?.origin != .local { arrivals.take($0) } })
            var options = Replicator.Configuration(
                database: database, url: WebSocketURL(host: "127.0.0.1", port: port, path: "/db"))
            options.isContinuous = true
            let peers = peers
            let replicator = try Replicator(
                options, loop: loop,
                onStatus: { status in
                    guard case .idle = status else { return }
                    if ready.withLock({ $0.insert(number).inserted && $0.count == peers }) { continuation.yield() }
                })
            boards.append((database, replicator))
            replicator.start()
        }
        for await _ in allReady { break }
        let collection = try host.collection()
        let first = try boards[0].database.collection()
        var up: [Duration] = []
        var down: [Duration] = []
        var downToAll: [Duration] = []
        for number in 0..<plan.changes {
            // What goes up comes down to the others; it is gone before the next one starts.
            let upID = "up-\(number)"
            arrivals.expect(upID, times: peers)
            _ = try first.save(upID, BenchPlan.body(number))
            let sent = MonotonicTime.now()
            if let arrived = await arrivals.next().first { up.append(sent.duration(to: arrived)) }
            let downID = "down-\(number)"
            arrivals.expect(downID, times: peers)
            _ = try collection.save(downID, BenchPlan.body(number))
            let published = MonotonicTime.now()
            let times = await arrivals.next()
            if let middle = times.sorted().dropFirst(times.count / 2).first {
                down.append(published.duration(to: middle))
            }
            if let last = times.max() { downToAll.append(published.duration(to: last)) }
        }
        for board in boards { board.replicator.stop() }
        listener.stop()
        loop.stop()
        observations.removeAll()
        for board in boards { try board.database.close() }
        try host.close()
        return Report(peers: peers, up: Measurement(up), down: Measurement(down), downToAll: Measurement(downToAll))
    }
}
