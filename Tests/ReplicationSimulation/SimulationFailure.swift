/// What a simulation found to be wrong.
package struct SimulationFailure: Error, CustomStringConvertible {
    package let seed: UInt64
    /// One line each, the first is what was noticed first.
    package let findings: [String]
    /// The events of the run, when they were asked for.
    package let trace: [String]

    package init(seed: UInt64, findings: [String], trace: [String]) {
        self.seed = seed
        self.findings = findings
        self.trace = trace
    }

    package var description: String { "seed \(seed): \(findings.joined(separator: "; "))" }
}
