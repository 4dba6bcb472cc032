import ReplicationSimulation
import TestSupport

// Plays simulations and says which seeds fail.

SeedRunner("replication-simulation") { seed, isTraced in
    do {
        let simulation = try Simulation(seed: seed, isTraced: isTraced)
        do throws(SimulationFailure) {
            try simulation.run()
            return .init(findings: [], events: simulation.events)
        } catch {
            return .init(findings: error.findings, events: simulation.events)
        }
    } catch {
        return .init(findings: ["cannot begin: \(error)"], events: [])
    }
}.run()
