import Dispatch
@preconcurrency import Glibc
import ReplicationSimulation
import Synchronization

// Plays simulations and says which seeds fail.

let usage = """
    usage: replication-simulation --seeds FIRST-LAST [--all]
           replication-simulation --verbose SEED

      --seeds FIRST-LAST  plays these seeds on all processors; prints those that fail, and ends at the first unless --all
      --verbose SEED      plays one seed and prints all its events
    """

func fail(_ text: String, _ code: Int32) -> Never {
    fputs("\(text)\n", stderr)
    exit(code)
}

func play(_ seed: UInt64, isTraced: Bool) -> SimulationFailure? {
    do {
        let simulation = try Simulation(seed: seed, isTraced: isTraced)
        try simulation.run()
        if isTraced { print(simulation.events.joined(separator: "\n")) }
        return nil
    } catch let failure as SimulationFailure {
        return failure
    } catch {
        return SimulationFailure(seed: seed, findings: ["cannot begin: \(error)"], trace: [])
    }
}

func playAll(_ seeds: ClosedRange<UInt64>, stopsAtFirst: Bool) -> Never {
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
            guard let failure = play(seed, isTraced: false) else { continue }
            failures.withLock { $0.append(seed) }
            print("seed \(seed): \(failure.findings.joined(separator: "\n    "))")
        }
    }
    let played = next.withLock { $0 } - seeds.lowerBound
    let failed = failures.withLock { $0.sorted() }
    let elapsed = start.duration(to: .now)
    let rate =
        Double(played) * 60 / (Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18)
    print("\(played) seeds, \(failed.count) failed, \(Int(rate)) per minute")
    if let first = failed.first { fail("replay with --verbose \(first)", 1) }
    exit(0)
}

setlinebuf(stdout)
let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "--verbose" where arguments.count == 2:
    guard let seed = UInt64(arguments[1]) else { fail(usage, 2) }
    guard let failure = play(seed, isTraced: true) else { exit(0) }
    print(failure.trace.joined(separator: "\n"))
    fail(failure.description, 1)
case "--seeds" where arguments.count == 2 || (arguments.count == 3 && arguments[2] == "--all"):
    let bounds = arguments[1].split(separator: "-").compactMap { UInt64($0) }
    guard bounds.count == 2, bounds[0] <= bounds[1], bounds[1] < .max else { fail(usage, 2) }
    playAll(bounds[0]...bounds[1], stopsAtFirst: arguments.count == 2)
case "-h", "--help":
    print(usage)
default: fail(usage, 2)
}
