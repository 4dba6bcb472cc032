import Timing

/// How the answers of a game become points.
package struct Scoring: Hashable, Sendable, Codable {
    /// What a right answer is worth.
    package enum Mode: String, Hashable, Sendable, Codable {
        /// 1000 at the start, falling evenly to 100.
        case speed
        /// 1000, whenever.
        case flat
    }

    package var mode: Mode
    /// Points taken for a wrong answer; not for none, not in practice (weight 0), not multiplied by the weight.
    package var penalty: Int
    /// Whether a penalty may take a total below zero.
    package var allowsNegativeTotals: Bool

    package init(mode: Mode = .speed, penalty: Int = 0, allowsNegativeTotals: Bool = false) {
        self.mode = mode
        self.penalty = max(0, penalty)
        self.allowsNegativeTotals = allowsNegativeTotals
    }

    /// Points of a right answer, 0 to 1000 × weight: `max(100, Int(1000 × (1 - t / limit))) × weight`.
    ///
    /// Computed in `Double` seconds as KahootP2P does, so both hosts give the same points, also where the fraction
    /// falls just short (12 s of 15 s is 199, not 200). `elapsed` is pinned to zero and the limit.
    package func pointsForCorrect(elapsed: Duration, limit: Duration, weight: Int) -> Int {
        guard mode == .speed else { return QuizLimits.fullPoints * weight }
        let limitSeconds = Double(limit.nanoseconds) / 1e9
        guard limitSeconds > 0 else { return QuizLimits.leastPoints * weight }
        let seconds = min(max(0, Double(elapsed.nanoseconds) / 1e9), limitSeconds)
        let points = Int(Double(QuizLimits.fullPoints) * (1 - seconds / limitSeconds))
        return max(QuizLimits.leastPoints, points) * weight
    }

    /// Points of a wrong answer: 0 or below. Cut so that `total` does not fall below zero, unless that is allowed; so
    /// the total is always the sum of the results.
    package func pointsForWrong(total: Int, weight: Int) -> Int {
        guard weight > 0 else { return 0 }
        return allowsNegativeTotals ? -penalty : -min(penalty, max(0, total))
    }
}
