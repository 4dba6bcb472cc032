import Timing

/// A set of measured times.
struct Measurement: Codable {
    let count: Int
    let medianMs: Double
    let p99Ms: Double
    let maxMs: Double

    /// Nil without samples.
    init?(_ samples: [Duration]) {
        guard !samples.isEmpty else { return nil }
        let sorted = samples.sorted().map { ($0.milliseconds * 1000).rounded() / 1000 }
        count = sorted.count
        medianMs = sorted[(sorted.count - 1) / 2]
        p99Ms = sorted[(sorted.count - 1) * 99 / 100]
        maxMs = sorted[sorted.count - 1]
    }

    var text: String { "median \(medianMs) ms, 99 % \(p99Ms) ms, max \(maxMs) ms (\(count))" }
}

extension Double {
    /// Cut to one decimal, for a person.
    var tenths: Double { (self * 10).rounded() / 10 }
}

extension Int {
    /// Bytes as mebibytes with one decimal.
    var mebibytes: Double { (Double(self) / 1_048_576).tenths }
}
