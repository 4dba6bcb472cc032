/// What `bench fair` found.
struct FairReport: Encodable {
    /// Two presses so far apart, again and again.
    struct Gap: Encodable {
        let gapMs: Int
        let presses: Int
        /// Shares of pairs in the wrong order, in percent.
        let wrongByArrival: Double
        let wrongByRuling: Double
        /// Nil without Mosquitto.
        var wrongByMQTT: Double?
    }

    struct Link: Encodable {
        let name: String
        let title: String
        let allowanceMs: Int
        var gaps: [Gap]
        /// How far the ruled press was from the finger's, either way; without those that were clamped.
        let error: Measurement?
        /// How far it might have been, as the host said.
        let bound: Measurement?
        /// Presses that were further off than said, clamped ones too.
        let outsideBound: Int
        /// Presses that were moved, or told without a time.
        let clamped: Int
        let late: Int
        let lost: Int
    }

    var links: [Link] = []
}

extension Double {
    /// Cut to two decimals, for a report.
    var hundredths: Double { (self * 100).rounded() / 100 }
}
