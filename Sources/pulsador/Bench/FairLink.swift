import Game
import Quiz
@preconcurrency import Glibc

/// A network between a board and its host, as `bench fair` makes it up.
struct FairLink: Sendable {
    /// What one message takes in one direction, in milliseconds.
    enum Delay: Sendable {
        case constant(Double)
        case uniform(Double, Double)
        /// Log-normal, by its median and its 99th percentile, cut off at twice that.
        case skewed(median: Double, p99: Double)

        func draw(using generator: inout SeededGenerator) -> Double {
            switch self {
            case .constant(let value): return value
            case .uniform(let least, let most): return least + (most - least) * generator.fraction()
            case .skewed(let median, let p99):
                // Box and Muller; the 99th percentile lies 2.326 deviations above the median.
                let radius = (-2 * log(max(1e-12, generator.fraction()))).squareRoot()
                let normal = radius * cos(2 * Double.pi * generator.fraction())
                return min(2 * p99, median * exp(normal * log(p99 / median) / 2.326))
            }
        }
    }

    let name: String
    /// For a person.
    let title: String
    /// From the board to the host, and back.
    let up: Delay
    let down: Delay
    /// Now and then nothing passes for two seconds.
    var stalls = false
    /// How far the host believes a board at most, in milliseconds.
    var allowanceMs = Int(QuizLimits.unpairedAllowance.milliseconds)
    /// Whether boards connect without anything between.
    var isDirect = false
    /// Pairs of boards for each gap at most. Where only the machine itself delays, a room of boards that all run on it would
    /// measure how they wait for each other.
    var mostPairs = 20

    /// Milliseconds between two stalls, and their length.
    static let stallEvery = 4_000.0...12_000
    static let stallMs = 2_000.0

    private static let pairedMs = Int(QuizLimits.pairedAllowance.milliseconds)

    /// Those of power save are what a Pi Zero W was measured to have: half the round trips with it off (median 6 ms, 99th
    /// percentile 25 ms) and on (90 ms and 1.2 s).
    static let all = [
        FairLink(
            name: "loopback", title: "loopback", up: .constant(0), down: .constant(0), isDirect: true,
            mostPairs: 2),
        FairLink(name: "constant", title: "100 ms each way", up: .constant(100), down: .constant(100)),
        FairLink(
            name: "jitter", title: "170 to 200 ms each way", up: .uniform(170, 200), down: .uniform(170, 200)),
        FairLink(
            name: "wifi", title: "Wi-Fi, power save off", up: .skewed(median: 3, p99: 12.5),
            down: .skewed(median: 3, p99: 12.5)),
        FairLink(
            name: "powersave", title: "Wi-Fi, power save on, paired", up: .skewed(median: 45, p99: 600),
            down: .skewed(median: 45, p99: 600), allowanceMs: pairedMs),
        FairLink(
            name: "asymmetric", title: "20 ms up, 100 ms down", up: .constant(20), down: .constant(100)),
        FairLink(
            name: "stalls", title: "stalls of 2 s, paired", up: .uniform(2, 6), down: .uniform(2, 6), stalls: true,
            allowanceMs: pairedMs),
        FairLink(
            name: "stalls-unpaired", title: "stalls of 2 s, not paired", up: .uniform(2, 6), down: .uniform(2, 6),
            stalls: true),
    ]
}

extension SeededGenerator {
    /// From 0 up to but without 1.
    mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }
}
