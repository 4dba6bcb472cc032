import Dispatch
import ReplicationSimulation
import Testing

/// Whole replications on virtual time with everything drawn from a seed. `replication-simulation` plays more of them.
@Suite(.serialized) struct SimulationTests {
    private static let seedsPerTest: UInt64 = 10

    @Test(arguments: 0..<UInt64(8)) func whateverHappensAllEndEqualAndNothingIsLost(block: UInt64) async {
        for seed in block * Self.seedsPerTest + 1...(block + 1) * Self.seedsPerTest {
            if let failure = await Self.play(seed).failure {
                Issue.record("\(failure); see: swift run replication-simulation --verbose \(seed)")
            }
        }
    }

    /// Seeds that once found a mistake.
    @Test(arguments: [UInt64(274), 354, 690, 1_403, 1_704, 3_385]) func whatWasMendedStaysMended(seed: UInt64) async {
        #expect(await Self.play(seed).failure == nil)
    }

    @Test(arguments: [UInt64(7), 32, 45]) func aSeedGoesTheSameWayEachTime(seed: UInt64) async {
        let first = await Self.play(seed, isTraced: true)
        let second = await Self.play(seed, isTraced: true)
        #expect(first.events == second.events)
        #expect(first.events.count > 50)
    }

    private struct Outcome: Sendable {
        var failure: String?
        var events: [String] = []
    }

    /// A thread for what computes for long: the concurrency pool is for those that wait for sockets.
    private static let queue = DispatchQueue(label: "simulation", qos: .utility)

    private static func play(_ seed: UInt64, isTraced: Bool = false) async -> Outcome {
        await withCheckedContinuation { continuation in
            queue.async {
                var outcome = Outcome()
                do {
                    let simulation = try Simulation(seed: seed, isTraced: isTraced)
                    defer { outcome.events = simulation.events }
                    try simulation.run()
                } catch {
                    outcome.failure = "\(error)"
                }
                continuation.resume(returning: outcome)
            }
        }
    }
}
