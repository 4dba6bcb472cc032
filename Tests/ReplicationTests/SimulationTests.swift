import ReplicationSimulation
import Testing

/// Whole replications on virtual time with everything drawn from a seed. `replication-simulation` plays more of them.
@Suite struct SimulationTests {
    private static let seedsPerTest: UInt64 = 10

    @Test(arguments: 0..<UInt64(20)) func whateverHappensAllEndEqualAndNothingIsLost(block: UInt64) {
        for seed in block * Self.seedsPerTest + 1...(block + 1) * Self.seedsPerTest {
            do {
                try Simulation(seed: seed).run()
            } catch {
                Issue.record("\(error); see: swift run replication-simulation --verbose \(seed)")
            }
        }
    }

    /// Seeds that once found a mistake.
    @Test(arguments: [UInt64(274), 354, 690, 1_403]) func whatWasMendedStaysMended(seed: UInt64) throws {
        try Simulation(seed: seed).run()
    }

    @Test(arguments: [UInt64(7), 32, 45]) func aSeedGoesTheSameWayEachTime(seed: UInt64) throws {
        let runs = try (0..<2).map { _ in
            let simulation = try Simulation(seed: seed, isTraced: true)
            try simulation.run()
            return simulation.events
        }
        #expect(runs[0] == runs[1])
        #expect(runs[0].count > 50)
    }
}
