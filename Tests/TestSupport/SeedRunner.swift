import Dispatch
@preconcurrency import Glibc
import Synchronization

/// The command line of a program that plays simulations from seeds and says which fail.
package struct SeedRunner: Sendable {
    /// What came of one seed.
    package struct Played: Sendable {
        /// What is wrong, a line each; empty when all is well.
        package var findings: [String]
        /// What happened, if it was to be told.
        package var events: [String]

        package init(findings: [String], events: [String]) {
            self.findings = findings
            self.events = events
        }
    }

    private let program: String
    private let play: @Sendable (_ seed: UInt64, _ isTraced: Bool) -> Played

    /// `play` is called on any thread, several at a time.
    package init(_ program: String, play: @escaping @Sendable (_ seed: UInt64, _ isTraced: Bool) -> Played) {
        self.program = program
        self.play = play
    }

    private var usage: String {
        """
        usage: \(program) --seeds FIRST-LAST [--all]
               \(program) --verbose SEED

          --seeds FIRST-LAST  plays these seeds on all processors; prints those that fail, and ends at the first unless --all
          --verbose SEED      plays one seed and prints all its events
        """
    }

    /// Does what the command line says, and ends the process: with 1 when a seed failed, with 2 for a wrong usage.
    package func run() -> Never {
        setlinebuf(stdout)
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "--verbose" where arguments.count == 2:
            guard let seed = UInt64(arguments[1]) else { fail(usage, 2) }
            let played = play(seed, true)
            print(played.events.joined(separator: "\n"))
            if played.findings.isEmpty { exit(0) }
            fail("seed \(seed): \(played.findings.joined(separator: "\n    "))", 1)
        case "--seeds" where arguments.count == 2 || (arguments.count == 3 && arguments[2] == "--all"):
            let bounds = arguments[1].split(separator: "-").compactMap { UInt64($0) }
            guard bounds.count == 2, bounds[0] <= bounds[1], bounds[1] < .max else { fail(usage, 2) }
            playAll(bounds[0]...bounds[1], stopsAtFirst: arguments.count == 2)
        case "-h", "--help":
            print(usage)
            exit(0)
        default: fail(usage, 2)
        }
    }

    private func playAll(_ seeds: ClosedRange<UInt64>, stopsAtFirst: Bool) -> Never {
        let next = Mutex(seeds.lowerBound)
        let failures = Mutex<[UInt64]>([])
        let start = ContinuousClock.now
        DispatchQueue.concurrentPerform(iterations: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) { _ in
            while true {
                let seed = next.withLock { next -> UInt64? in
                    guard next <= seeds.upperBound else { return nil }
                    defer { next += 1 }
                    return next
                }
                guard let seed, !stopsAtFirst || failures.withLock({ $0.isEmpty }) else { return }
                let findings = play(seed, false).findings
                guard !findings.isEmpty else { continue }
                failures.withLock { $0.append(seed) }
                print("seed \(seed): \(findings.joined(separator: "\n    "))")
            }
        }
        let played = next.withLock { $0 } - seeds.lowerBound
        let failed = failures.withLock { $0.sorted() }
        let elapsed = start.duration(to: .now).components
        let rate = Double(played) * 60 / (Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18)
        print("\(played) seeds, \(failed.count) failed, \(Int(rate)) per minute")
        if let first = failed.first { fail("replay with --verbose \(first)", 1) }
        exit(0)
    }

    private func fail(_ text: String, _ code: Int32) -> Never {
        fputs("\(text)\n", stderr)
        exit(code)
    }
}
