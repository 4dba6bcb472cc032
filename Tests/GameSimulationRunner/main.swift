import GameSimulation
import TestSupport

// Plays whole games on virtual time and says which seeds fail.

SeedRunner("game-simulation") { seed, isTraced in
    let simulation = GameSimulation(seed: seed, isTraced: isTraced)
    simulation.run()
    return .init(findings: simulation.findings, events: simulation.events)
}.run()
