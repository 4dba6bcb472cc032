import FoundationEssentials
@preconcurrency import Glibc

/// `pulsador bench sync`: measures the replication on this machine.
struct BenchSyncCommand: Command {
    static let name = "bench sync"
    static let summary = "Measure replication on this machine, beside MQTT through Mosquitto where it is installed"
    static let options: [Option] = [
        .value("changes", "N", "single changes measured in each direction (default 1000)"),
        .value("documents", "N", "documents pushed and pulled (default 100000)"),
        .value("peers", "N", "continuous peers on one listener (default 1000)"),
        .value("only", "PART,…", "of: latency, throughput, crowd, mqtt (default: all)"),
        .value("directory", "DIR", "where the databases go, on the disk to be measured (default: temporary)"),
        .flag("json", "the report as one JSON object"),
    ]
    static let details = """
        Everything stays on this machine's loopback. Databases are removed at the end. Those of the continuous peers, which
        would each have a disk of their own, are in memory.
        """
    static let example = "pulsador bench sync --documents 20000 --peers 100"

    /// The shared memory's file system.
    private static let memory = "/dev/shm"

    private struct Report: Encodable {
        var oneChange: [LatencyBench.Report] = []
        var throughput: ThroughputBench.Report?
        var crowd: CrowdBench.Report?
        var mqtt: MosquittoBench.Report?
    }

    private let arguments: Arguments
    private let parts: Set<String>
    private let changes: Int
    private let documents: Int
    private let peers: Int

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        changes = try arguments.int("changes", in: 1...1_000_000, default: 1000)
        documents = try arguments.int("documents", in: 1...10_000_000, default: 100_000)
        peers = try arguments.int("peers", in: 2...10_000, default: 1000)
        let known = ["latency", "throughput", "crowd", "mqtt"]
        let named = (arguments.string("only") ?? known.joined(separator: ",")).split(separator: ",").map(String.init)
        if let wrong = named.first(where: { !known.contains($0) }) {
            throw UsageError("--only takes \(known.joined(separator: ", ")), not '\(wrong.printable)'")
        }
        parts = Set(named)
    }

    func run() async throws {
        let temporary = arguments.string("directory") == nil ? try TemporaryDirectory() : nil
        let base = arguments.string("directory") ?? temporary?.path ?? ""
        let name = "pulsador-bench-\(UUID().uuidString)"
        let directory = "\(base)/\(name)"
        let boards = access(Self.memory, W_OK) == 0 ? "\(Self.memory)/\(name)" : "\(directory)/boards"
        let removeAll: @Sendable () -> Void = {
            for path in [directory, boards] { try? FileManager.default.removeItem(atPath: path) }
        }
        defer { removeAll() }
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        } catch {
            throw CommandError("'\(base.printable)' cannot be written to")
        }
        let interruption = Interruption {
            ChildProcess.endAll()
            removeAll()
            exit(1)
        }
        defer { withExtendedLifetime(interruption) {} }
        let plan = BenchPlan(
            program: "/proc/self/exe", directory: directory, boards: boards, changes: changes, documents: documents,
            crowd: peers)
        var report = Report()
        if parts.contains("latency") {
            for peers in [1, 200] {
                tell("one change, \(peers) peer\(peers == 1 ? "" : "s")")
                let plan = peers == 1 ? plan : plan.with(changes: max(1, changes / 10))
                report.oneChange.append(try await LatencyBench(plan: plan, peers: peers).run())
            }
        }
        if parts.contains("throughput") {
            tell("\(documents) documents, pushed and pulled")
            report.throughput = try ThroughputBench(plan: plan).run()
        }
        if parts.contains("crowd") {
            tell("\(peers) peers on one listener")
            report.crowd = try await CrowdBench(plan: plan, rounds: 20).run()
        }
        if parts.contains("mqtt") {
            tell("the same through Mosquitto, QoS 1")
            report.mqtt = try await MosquittoBench(plan: plan).run()
        }
        withExtendedLifetime(temporary) {}
        arguments.flag("json") ? Output.json(report) : show(report)
    }

    private func tell(_ step: String) {
        Output.note("measuring: \(step)")
    }

    private func show(_ report: Report) {
        for one in report.oneChange {
            Output.line("one change, \(one.peers) peers")
            if let up = one.up { Output.line("  peer → listener        \(up.text)") }
            if let down = one.down { Output.line("  listener → peer        \(down.text)") }
            if one.peers > 1, let all = one.downToAll { Output.line("  listener → all peers   \(all.text)") }
        }
        if let throughput = report.throughput {
            Output.line("\(throughput.documents) documents of about 150 bytes, one-shot")
            Output.line("  push  \(throughput.pushPerSecond) documents/s")
            Output.line("  pull  \(throughput.pullPerSecond) documents/s")
            Output.line(
                "  peak memory: passive \(throughput.passivePeakMiB) MiB, active \(throughput.activePeakMiB) MiB")
        }
        if let crowd = report.crowd {
            Output.line("\(crowd.peers) continuous peers on one listener")
            Output.line("  all connected after    \(crowd.connectSeconds) s")
            Output.line("  listener's memory      \(crowd.listenerKiBPerPeer) KiB a peer")
            if let change = crowd.changeToAll { Output.line("  one peer → all others  \(change.text)") }
            Output.line("  idle listener          \(crowd.idleListenerPercentOfCore) % of a core")
        }
        if let mqtt = report.mqtt {
            Output.line("MQTT QoS 1 through Mosquitto, nothing stored")
            if let latency = mqtt.latency { Output.line("  publisher → subscriber \(latency.text)") }
            Output.line("  throughput             \(mqtt.messagesPerSecond) messages/s")
            Output.line("  broker's peak memory   \(mqtt.brokerPeakMiB) MiB")
        }
    }
}

extension BenchPlan {
    fileprivate func with(changes: Int) -> BenchPlan {
        BenchPlan(
            program: program, directory: directory, boards: boards, changes: changes, documents: documents,
            crowd: crowd)
    }
}
