import Quiz
import Replication
import Timing

/// Where another machine's clock stands against ours, and how far that may be wrong.
///
/// Every exchange says two things that no network can falsify: when we heard the answer, the other clock was at least
/// where it was when the answer left, and when we asked, at most where it was when the question arrived. Each is carried
/// to the moment that is asked for, widened by what the clocks may have drifted apart since; the true value lies in what
/// all of them leave. That is never wider than what the exchange with the smallest round trip says, whose half is the
/// error of a single exchange, and narrower when one exchange had a quick way there and another a quick way back.
///
/// The pace of the two clocks against each other is narrowed by the same exchanges. When no pace fits them all, a clock was
/// set or stood still: the oldest are forgotten until one does. A value without clock or I/O.
package struct ClockSync: Hashable, Sendable {
    private struct Sample: Hashable, Sendable {
        let asked: Int64
        let heard: Int64
        /// The other clock minus ours: at least this when the answer was heard, at most `high` when it was asked.
        let low: Int64
        let high: Int64
    }

    private struct Epochs: Hashable, Sendable {
        let own: String
        let other: String
    }

    /// How much the pace of the two clocks may differ, and by how much it may change from minute to minute. In nanoseconds
    /// a nanosecond.
    private struct Pace: Hashable, Sendable {
        var least: Double
        var most: Double

        /// Of two machines with nothing wrong.
        static let usual = Pace(least: -ClockTuning.usualPace, most: ClockTuning.usualPace)

        /// Whether the samples say more of it than what is usual.
        var isKnown: Bool { most - least <= 2 * ClockTuning.usualPace }

        func widened(by slack: Double) -> Pace { Pace(least: least - slack, most: most + slack) }
    }

    /// Oldest first.
    private var samples: [Sample] = []
    private var epochs: Epochs?
    private var pace = Pace(least: -ClockTuning.maxPace, most: ClockTuning.maxPace)

    package init() {}

    /// How many exchanges it has to go by.
    package var count: Int { samples.count }

    /// Takes an exchange; `epoch` names the stretch of our own clock it was made in. One that contradicts itself is passed
    /// over.
    package mutating func take(_ exchange: ClockExchange, epoch: String) {
        let new = Epochs(own: epoch, other: exchange.epoch)
        if epochs != new { forget() }
        epochs = new
        let (asked, heard) = (exchange.asked.nanoseconds, exchange.heard.nanoseconds)
        let (high, isHighBad) = exchange.received.nanoseconds.subtractingReportingOverflow(asked)
        let (low, isLowBad) = exchange.answered.nanoseconds.subtractingReportingOverflow(heard)
        guard !isHighBad, !isLowBad, asked <= heard, exchange.received <= exchange.answered,
            samples.last.map({ $0.heard <= heard }) ?? true,
            low <= high, high.subtractingReportingOverflow(low).partialValue <= ClockTuning.maxRoundTrip.nanoseconds,
            max(abs(Double(high)), abs(Double(low)), abs(Double(heard))) < ClockTuning.maxOffset
        else { return }
        samples.append(Sample(asked: asked, heard: heard, low: low, high: high))
        let oldest = exchange.heard.advanced(by: .zero - ClockTuning.window).nanoseconds
        samples.removeAll { $0.heard < oldest }
        while samples.count > 1 {
            if let fitting = Self.pace(of: samples) {
                pace = fitting
                return
            }
            samples.removeFirst()
        }
        pace = Pace(least: -ClockTuning.maxPace, most: ClockTuning.maxPace)
    }

    /// The other side's clock is in this stretch now: what is known of another one is of no use any more.
    package mutating func meet(_ epoch: String) {
        if epochs?.other != epoch { forget() }
    }

    /// Forgets everything: nothing is known of the other clock any more.
    package mutating func forget() {
        samples.removeAll()
        epochs = nil
        pace = Pace(least: -ClockTuning.maxPace, most: ClockTuning.maxPace)
    }

    /// A moment of our clock on the other one, with the error it may have; nil when nothing is known, when the last
    /// exchange is too long ago, or when it was in another epoch of our clock.
    package func claim(for moment: MonotonicTime, epoch: String) -> PressClaim? {
        guard epochs?.own == epoch, let last = samples.last else { return nil }
        let time = moment.nanoseconds
        guard abs(Double(time) - Double(last.heard)) < Double(ClockTuning.memory.nanoseconds) else { return nil }
        // Relative to one of them, so that a Double holds it to the nanosecond.
        let base = last.low
        let possible = bounds(at: time, base: base, pace: pace.widened(by: ClockTuning.wander))
        // While the pace is hardly known, a usual one is the better guess; what is possible still says how wrong it may be.
        let likely = pace.isKnown ? possible : bounds(at: time, base: base, pace: .usual)
        let guess = likely.low <= likely.high ? (likely.low + likely.high) / 2 : (possible.low + possible.high) / 2
        let best = min(max(guess, min(possible.low, possible.high)), max(possible.low, possible.high))
        let error = max(abs(possible.high - best), abs(best - possible.low))
        let (host, overflow) = time.addingReportingOverflow(base + Int64(best.rounded()))
        guard !overflow else { return nil }
        return PressClaim(
            pressedAt: MonotonicTime(nanoseconds: host), clockError: .nanoseconds(Int64(error.rounded(.up)) + 1))
    }

    /// What the other clock is ahead of ours at `time`, less `base`, at least and at most, when the pace stays within `pace`.
    private func bounds(at time: Int64, base: Int64, pace: Pace) -> (low: Double, high: Double) {
        var low = -Double.infinity
        var high = Double.infinity
        for sample in samples {
            let sinceHeard = Double(time - sample.heard)
            let sinceAsked = Double(time - sample.asked)
            low = max(low, Double(sample.low - base) + min(pace.least * sinceHeard, pace.most * sinceHeard))
            high = min(high, Double(sample.high - base) + max(pace.least * sinceAsked, pace.most * sinceAsked))
        }
        return (low, high)
    }

    /// The paces that every two of the samples allow, nil when there is none.
    private static func pace(of samples: [Sample]) -> Pace? {
        var pace = Pace(least: -ClockTuning.maxPace, most: ClockTuning.maxPace)
        for (index, later) in samples.enumerated() {
            for earlier in samples[..<index] {
                // From the earlier one's highest to the later one's lowest, and the other way round.
                let climb = Double(later.low - earlier.high)
                let fall = Double(later.high - earlier.low)
                pace.least = max(pace.least, climb / Double(max(1, later.heard - earlier.asked)) - ClockTuning.wander)
                let between = later.asked - earlier.heard
                guard between > 0 else { continue }
                pace.most = min(pace.most, fall / Double(between) + ClockTuning.wander)
            }
        }
        return pace.least <= pace.most ? pace : nil
    }
}
