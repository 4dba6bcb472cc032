import FoundationEssentials

/// What `bench fair` found.
struct FairReport: Codable {
    /// Two presses so far apart, again and again.
    struct Gap: Codable {
        let gapMs: Int
        let presses: Int
        /// Shares of pairs in the wrong order, in percent.
        let wrongByArrival: Double
        let wrongByRuling: Double
        /// Nil without Mosquitto.
        var wrongByMQTT: Double?
    }

    struct Link: Codable {
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

    /// Nothing yet.
    init() {}

    /// The links of reports in files, in the order of `FairLink.all`. Throws `CommandError` for a file that is none.
    init(merging files: [String]) throws {
        for file in files {
            guard let data = FileManager.default.contents(atPath: file),
                let report = try? JSONDecoder().decode(FairReport.self, from: data)
            else { throw CommandError("'\(file.printable)' is no report of bench fair; make one with --json") }
            links += report.links
        }
        let order = Dictionary(uniqueKeysWithValues: FairLink.all.enumerated().map { ($1.name, $0) })
        links.sort { order[$0.name] ?? .max < order[$1.name] ?? .max }
    }
}

extension Double {
    /// Cut to two decimals, for a report.
    var hundredths: Double { (self * 100).rounded() / 100 }
}
