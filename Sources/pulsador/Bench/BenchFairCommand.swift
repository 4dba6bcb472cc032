import FoundationEssentials
@preconcurrency import Glibc

/// `pulsador bench fair`: shows what the ruling is worth.
struct BenchFairCommand: Command {
    static let name = "bench fair"
    static let summary = "Press two buttons milliseconds apart over bad networks, and see who is said to be first"
    static let options: [Option] = [
        .value("presses", "N", "pairs of presses for each gap and link (default 1000)"),
        .value("gaps", "MS,…", "milliseconds between the two presses (default 1,2,5,10,50)"),
        .value("links", "NAME,…", "of: \(FairLink.all.map(\.name).joined(separator: ", ")) (default: all)"),
        .value("pairs", "N", "pairs of boards for each gap, in one game (default 8)"),
        .value("warm-up", "S", "seconds for the clocks to settle before the first press (default 20)"),
        .value("seed", "N", "seed of the delays (default 1)"),
        .value("from", "FILE,…", "show and draw these reports of earlier runs (--json) instead of measuring"),
        .flag("no-mqtt", "without the comparison with Mosquitto"),
        .value("svg", "FILE", "draw the shares of wrong order"),
        .flag("json", "the report as one JSON object"),
    ]
    static let details = """
        Host and boards are real, on this machine's loopback, with a proxy between them that delays what passes. By the
        order of arrival, and by Mosquitto (QoS 1) through the same proxy, is how other systems tell who was first.
        """
    static let example = "pulsador bench fair --presses 100 --links wifi,asymmetric"

    /// The shared memory's file system.
    private static let memory = "/dev/shm"

    private let arguments: Arguments
    private let presses: Int
    private let gaps: [Int]
    private let links: [FairLink]
    private let pairs: Int
    private let warmUp: Int
    private let seed: UInt64

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        presses = try arguments.int("presses", in: 1...1_000_000, default: 1000)
        pairs = try arguments.int("pairs", in: 1...20, default: 8)
        warmUp = try arguments.int("warm-up", in: 1...25, default: 20)
        seed = try arguments.seed("seed") ?? 1
        gaps = try (arguments.string("gaps") ?? "1,2,5,10,50").split(separator: ",").map { word in
            guard let gap = Int(word), (1...10_000).contains(gap) else {
                throw UsageError("--gaps takes milliseconds such as 1,5, not '\(String(word).printable)'")
            }
            return gap
        }
        let names = arguments.string("links")?.split(separator: ",").map(String.init)
        if let wrong = names?.first(where: { name in !FairLink.all.contains { $0.name == name } }) {
            throw UsageError(
                "--links takes \(FairLink.all.map(\.name).joined(separator: ", ")), not '\(wrong.printable)'")
        }
        links = FairLink.all.filter { names?.contains($0.name) ?? true }
        guard !gaps.isEmpty, !links.isEmpty else { throw UsageError("there is nothing to measure") }
    }

    func run() async throws {
        let report =
            if let files = arguments.string("from") {
                try FairReport(merging: files.split(separator: ",").map(String.init))
            } else {
                try await measure()
            }
        if let file = arguments.string("svg") {
            do {
                try FairPlot.svg(report).write(toFile: file, atomically: true, encoding: .utf8)
            } catch {
                throw CommandError("'\(file.printable)' cannot be written")
            }
        }
        arguments.flag("json") ? Output.json(report) : show(report)
    }

    private func measure() async throws -> FairReport {
        let temporary = try TemporaryDirectory()
        let name = "pulsador-fair-\(UUID().uuidString)"
        let directory = access(Self.memory, W_OK) == 0 ? "\(Self.memory)/\(name)" : "\(temporary.path)/\(name)"
        let removeAll: @Sendable () -> Void = { try? FileManager.default.removeItem(atPath: directory) }
        defer { removeAll() }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let interruption = Interruption {
            ChildProcess.endAll()
            removeAll()
            exit(1)
        }
        defer { withExtendedLifetime(interruption) {} }
        raiseFileLimit()
        var report = FairReport()
        for link in links {
            Output.note("measuring: \(link.title)")
            report.links.append(try await measure(link, directory))
        }
        withExtendedLifetime(temporary) {}
        return report
    }

    private func measure(_ link: FairLink, _ directory: String) async throws -> FairReport.Link {
        let pairs = min(pairs, link.mostPairs)
        let rounds = (presses + pairs - 1) / pairs
        let bench = FairBench(
            link: link, gaps: gaps, pairsPerGap: pairs, rounds: rounds, warmUp: .seconds(warmUp),
            directory: directory, seed: seed)
        var found = try await bench.run()
        guard !arguments.flag("no-mqtt") else { return found }
        let mqtt = FairMQTT(link: link, pairs: bench.pairs, rounds: rounds, directory: directory, seed: seed)
        if let wrong = try await mqtt.run() {
            for index in found.gaps.indices { found.gaps[index].wrongByMQTT = wrong[found.gaps[index].gapMs] }
        }
        return found
    }

    private func show(_ report: FairReport) {
        for link in report.links {
            Output.line("")
            Output.line("\(link.title); a board is believed \(link.allowanceMs) ms back at most")
            Output.line("  gap      wrong order by arrival   by MQTT   by ruling   of presses")
            for gap in link.gaps {
                let mqtt = gap.wrongByMQTT.map { "\($0) %" } ?? "–"
                Output.line(
                    "  " + "\(gap.gapMs) ms".padded(9) + "\(gap.wrongByArrival) %".padded(25) + mqtt.padded(10)
                        + "\(gap.wrongByRuling) %".padded(12) + "\(gap.presses)")
            }
            if let error = link.error { Output.line("  error    \(error.text)") }
            if let bound = link.bound { Output.line("  stated   \(bound.text)") }
            Output.line(
                "  further off than stated: \(link.outsideBound); clamped: \(link.clamped); late: \(link.late); lost: \(link.lost)"
            )
        }
    }

    /// Each board has a few files and two sockets, and the proxy two more.
    private func raiseFileLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}

extension String {
    /// With spaces up to `columns`.
    fileprivate func padded(_ columns: Int) -> String {
        self + String(repeating: " ", count: max(1, columns - count))
    }
}
