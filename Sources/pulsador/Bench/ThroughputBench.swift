import Documents
import FoundationEssentials
import Timing

/// How fast many documents go from one process to another, one-shot, until the last checkpoint is on both disks.
struct ThroughputBench {
    struct Report: Encodable {
        let documents: Int
        let pushPerSecond: Int
        let pullPerSecond: Int
        let passivePeakMiB: Double
        let activePeakMiB: Double
    }

    let plan: BenchPlan

    func run() throws -> Report {
        let source = "\(plan.directory)/source"
        let database = try Database(path: source)
        let collection = try database.collection()
        for start in stride(from: 0, to: plan.documents, by: 1000) {
            try database.transaction(.normal) {
                for number in start..<min(start + 1000, plan.documents) {
                    _ = try collection.save("doc-\(number)", BenchPlan.body(number))
                }
            }
        }
        try database.close()
        let (server, port) = try plan.serve("served")
        let url = "ws://127.0.0.1:\(port)/db"
        let push = try time([plan.program, "documents", "sync", source, url, "--push", "--json"])
        let pull = try time([plan.program, "documents", "sync", "\(plan.directory)/copy", url, "--pull", "--json"])
        let passive = server.peakBytes
        _ = server.end()
        try check("served")
        try check("copy")
        return Report(
            documents: plan.documents, pushPerSecond: rate(push.seconds), pullPerSecond: rate(pull.seconds),
            passivePeakMiB: passive.mebibytes,
            activePeakMiB: max(push.peakBytes, pull.peakBytes).mebibytes)
    }

    private func rate(_ seconds: Double) -> Int { Int(Double(plan.documents) / seconds) }

    /// Runs a child to its end; the time counts from its first line, when the database is open, to its exit.
    private func time(_ words: [String]) throws -> (seconds: Double, peakBytes: Int) {
        let child = try ChildProcess(words)
        guard child.line() != nil else { throw CommandError("the active peer did not start") }
        let start = MonotonicTime.now()
        // Its last line comes when all is done and it still lives. (What `wait4` tells counts this process's own memory
        // at the start in.)
        var peak = 0
        while child.line() != nil { peak = max(peak, child.peakBytes) }
        guard child.wait() == 0 else { throw CommandError("the active peer failed") }
        return (start.duration(to: .now()).milliseconds / 1000, peak)
    }

    private func check(_ name: String) throws {
        let database = try Database(path: "\(plan.directory)/\(name)", options: DatabaseOptions(readOnly: true))
        let count = try database.collection().count
        guard count == plan.documents else {
            throw CommandError("\(count) of \(plan.documents) documents arrived in '\(name)'")
        }
        try database.close()
    }
}
