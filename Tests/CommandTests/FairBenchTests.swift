import FoundationEssentials
import TestSupport
import Testing

/// `pulsador bench fair`, as short as it can be.
struct FairBenchTests {
    private struct Report: Decodable {
        struct Gap: Decodable {
            let gapMs: Int
            let presses: Int
            let wrongByArrival: Double
            let wrongByRuling: Double
        }

        struct Link: Decodable {
            let name: String
            let gaps: [Gap]
            let outsideBound: Int
            let clamped: Int
            let lost: Int
        }

        let links: [Link]
    }

    @Test func itPressesAndSaysWhoWasFirst() async throws {
        try await OwnThreads.run {
            let directory = try TemporaryDirectory()
            let (exit, lines) = try await Program.run(
                "bench", "fair", "--presses", "3", "--pairs", "1", "--gaps", "50,200", "--links", "loopback,asymmetric",
                "--warm-up", "1", "--no-mqtt", "--json", "--svg", directory.file("plot.svg"))
            #expect(exit.code == 0, "\(exit.errors)")
            let report = try JSONDecoder().decode(Report.self, from: Data((lines.last ?? "").utf8))
            #expect(report.links.map(\.name) == ["loopback", "asymmetric"])
            for link in report.links {
                #expect(link.gaps.map(\.gapMs) == [50, 200])
                #expect(link.gaps.allSatisfy { $0.presses == 3 })
                #expect(link.lost == 0 && link.outsideBound == 0)
            }
            let file = directory.file("report.json")
            try (lines.last ?? "").write(toFile: file, atomically: true, encoding: .utf8)
            let again = try await Program.run("bench", "fair", "--from", file, "--json")
            #expect(again.lines == [lines.last ?? ""])
            let plot = String(
                decoding: try Data(contentsOf: URL(filePath: directory.file("plot.svg"))), as: UTF8.self)
            #expect(plot.hasPrefix("<svg") && plot.hasSuffix("</svg>\n") && plot.contains("20 ms up, 100 ms down"))
        }
    }
}
