import Dispatch
import GameSimulation
import Testing

/// Whole games on virtual time with everything drawn from a seed. `game-simulation` plays more of them.
struct SimulationTests {
    private static let seedsPerTest: UInt64 = 50

    @Test(arguments: 0..<UInt64(8)) func whateverHappensTheRulesHold(block: UInt64) async {
        for seed in block * Self.seedsPerTest + 1...(block + 1) * Self.seedsPerTest {
            for finding in await Self.play(seed).findings {
                Issue.record("\(finding); see: swift run game-simulation --verbose \(seed)")
            }
        }
    }

    @Test(arguments: [UInt64(3), 17, 44]) func aSeedGoesTheSameWayEachTime(seed: UInt64) async {
        let first = await Self.play(seed, isTraced: true)
        #expect(await Self.play(seed, isTraced: true).events == first.events)
        #expect(first.events.count > 10)
    }

    /// A thread for what computes for long: the concurrency pool is for those that wait for sockets.
    private static let queue = DispatchQueue(label: "game-simulation", qos: .utility)

    private static func play(_ seed: UInt64, isTraced: Bool = false) async -> (findings: [String], events: [String]) {
        await withCheckedContinuation { continuation in
            queue.async {
                let simulation = GameSimulation(seed: seed, isTraced: isTraced)
                simulation.run()
                continuation.resume(returning: (simulation.findings, simulation.events))
            }
        }
    }
}
