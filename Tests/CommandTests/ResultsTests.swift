import FoundationEssentials
import Glibc
import Testing

@testable import pulsador

/// `pulsador results` against what hosts printed while they ran.
struct ResultsTests {
    private struct Press: Decodable {
        let index: Int
        let playerId: String
        let name: String
        let choice: Int?
        let correct: Bool?
        let points: Int?
        let pressedMs: Double?
        let arrivedMs: Double?
        let errorMs: Double?
        let status: String
    }

    private struct Player: Decodable {
        let rank: Int
        let playerId: String
        let name: String
        let points: Int
        let correct: Int
        let answered: Int
    }

    private struct Question: Decodable {
        let text: String
        let choices: [String]
        let correct: [Int]?
        let status: String
    }

    private struct Export: Decodable {
        let players: [Player]
        let questions: [Question]
        let presses: [Press]
        let contradictions: [String]

        init(_ lines: [String]) throws {
            self = try JSONDecoder().decode(Export.self, from: Data(lines.joined(separator: "\n").utf8))
        }
    }

    private struct Listed: Decodable {
        let gameId: String
        let joinCode: String
        let phase: String
        let players: Int
        let questions: Int
        let asked: Int
    }

    /// A played game of two boards and two questions; returns what its host said.
    private static func played(_ rig: Rig, _ title: String = "Test game") async throws -> [Event] {
        let host = try rig.host(pack: try rig.pack(correct: [2, 1]), players: 2, isFast: true, "--name", title)
        let port = try #require(try await host.event("lobby").port)
        let ana = try rig.board(
            "Ana", port: port,
            script: "on question 1 after 100ms press 2\non question 2 after 400ms press 1", "--once")
        let ben = try rig.board(
            "Ben, \"the\" =Best", port: port,
            script: "on question 1 after 500ms press 3\non question 2 after 100ms press 1", "--once")
        try await host.event("final")
        for program in [host, ana, ben] { #expect(try await program.exit().code == 0, "\(program.transcript)") }
        return try host.events
    }

    /// Runs the command on the rig's host. Nothing may be on standard error.
    private static func results(_ rig: Rig, _ words: String...) async throws -> [String] {
        let program = try Program(["results"] + words + ["--database", rig.directory.file("host")])
        #expect(try await program.exit() == Program.Exit(code: 0, errors: []), "\(program.transcript)")
        return program.output.elements
    }

    @Test func everyFormatSaysWhatTheHostSaid() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let events = try await Self.played(rig)
            let lobby = try #require(events.first)
            let code = try #require(lobby.joinCode)
            let id = try #require(lobby.gameId)
            let final = try #require(events.named("final").first?.leaderboard)
            let said = events.named("result")

            let listed = try await Self.results(rig, "--json").map {
                try JSONDecoder().decode(Listed.self, from: Data($0.utf8))
            }
            #expect(listed.map(\.gameId) == [lobby.gameId] && listed.map(\.joinCode) == [code])
            #expect(listed.map(\.phase) == ["finished"])
            #expect(listed.map { [$0.players, $0.questions, $0.asked] } == [[2, 2, 2]])
            let table = try await Self.results(rig)
            #expect(table.count == 2 && table[1].hasPrefix(id.prefix(6)))
            #expect(table[1].contains(code) && table[1].contains("2 of 2") && table[1].hasSuffix("Test game"))

            let export = try Export(try await Self.results(rig, code.lowercased(), "--format", "json"))
            #expect(export.contradictions == [])
            #expect(export.questions.map(\.correct) == [[1], [0]])
            #expect(export.players.map(\.name) == final.map(\.name))
            #expect(export.players.map(\.points) == final.map(\.points))
            #expect(export.players.map(\.correct) == final.map(\.correct))
            #expect(export.players.map(\.rank) == final.map(\.rank))
            #expect(export.players.map(\.answered) == [2, 2])
            #expect(export.presses.count == said.count)
            for event in said {
                let press = export.presses.first { $0.index == event.index && $0.playerId == event.playerId }
                #expect(press?.name == event.name && press?.choice == event.choice)
                #expect(press?.correct == event.correct && press?.points == event.points)
                #expect(press?.pressedMs == event.pressedMs && press?.arrivedMs == event.arrivedMs)
                #expect(press?.errorMs == event.errorMs && press?.status == "published")
            }
            let one = try await Self.results(rig, "last", "--json")
            #expect(try await Self.results(rig, "last", "--format", "json") == one)

            let rows = try Self.csv(try await Self.results(rig, "last", "--format", "csv"))
            #expect(rows.count == said.count)
            for event in said {
                let row = rows.first { $0["index"] == event.index.map(String.init) && $0["playerId"] == event.playerId }
                #expect(row?["name"] == event.name && row?["choice"] == event.choice.map(String.init))
                #expect(row?["choiceText"] == event.choice.map { ["A", "B", "C", "D"][$0] })
                #expect(row?["correct"] == event.correct.map(String.init))
                #expect(row?["points"] == event.points.map(String.init))
                #expect(row?["pressedMs"].flatMap(Double.init) == event.pressedMs)
                #expect(row?["arrivedMs"].flatMap(Double.init) == event.arrivedMs)
                #expect(row?["late"] == "false" && row?["clamped"] == "\(event.clamped ?? false)")
            }
            let totals = try Self.csv(try await Self.results(rig, "last", "--format", "csv", "--totals"))
            #expect(totals.map { $0["name"] } == final.map(\.name))
            #expect(totals.map { $0["points"] } == final.map { "\($0.points)" })
            for row in totals {
                let own = rows.filter { $0["playerId"] == row["playerId"] }.compactMap {
                    $0["points"].flatMap(Int.init)
                }
                #expect(row["points"] == "\(own.reduce(0, +))")
            }

            let report = try await Self.results(rig, "last").joined(separator: "\n")
            for row in final { #expect(report.contains("\(row.rank)  \(row.name)")) }
            #expect(report.contains("1. Question 1?\n   right: 2 B\n"))
            #expect(report.contains("2 B  right"))
            #expect(report.contains("3 C  wrong    0"))
        }
    }

    @Test func anExportGoesIntoAFileWholeOrNotAtAll() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            _ = try await Self.played(rig)
            let file = try rig.file("old.csv", "old")
            chmod(file, 0o640)
            symlink("old.csv", rig.directory.file("link.csv"))
            let expected = try await Self.results(rig, "last", "--format", "csv")
            let output = try await Self.results(
                rig, "last", "--format", "csv", "--output", rig.directory.file("link.csv"))
            #expect(output.isEmpty)
            let written = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
            #expect(written == expected.map { $0 + "\n" }.joined())
            #expect(written.hasSuffix("\r\n"))
            var status = stat()
            #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o640)

            // A disk that takes nothing leaves what was there.
            let full = try Program(command: [
                "sh", "-c", #"trap '' XFSZ && ulimit -f 0 && "$0" "$@""#, Program.path, "results", "last",
                "--format", "json", "--output", file, "--database", rig.directory.file("host"),
            ])
            let exit = try await full.exit()
            #expect(exit.code == 1 && exit.errors.count == 1, "\(exit)")
            #expect(exit.errors.first?.contains("cannot be written: File too large") == true, "\(exit)")
            #expect(String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self) == written)
            let names = try FileManager.default.contentsOfDirectory(atPath: rig.directory.path)
            #expect(!names.contains { $0.hasSuffix(".part") })
        }
    }

    @Test func aGameThatGoesOnIsTheHostsAloneUntilItsHostHasEnded() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let host = try rig.host(pack: try rig.pack(correct: [1], seconds: 120), players: 2)
            let port = try #require(try await host.event("lobby").port)
            let ana = try rig.board("Ana", port: port, script: "on question 1 after 50ms press 1")
            let ben = try rig.board("Ben", port: port, script: "")
            try await host.event("result")
            let database = rig.directory.file("host")
            let busy = try await Program.run("results", "--database", database)
            #expect(busy.exit.code == 1 && busy.lines.isEmpty)
            #expect(
                busy.exit.errors == [
                    "pulsador: a host is using the database in '\(database)'; its results can be read when it has ended"
                ])
            try await host.kill()
            let before = try FileManager.default.contentsOfDirectory(atPath: database).sorted()
            let export = try Export(try await Self.results(rig, "last", "--format", "json"))
            #expect(export.questions.map(\.status) == ["open"] && export.questions[0].correct == nil)
            #expect(export.presses.map(\.status) == ["pending"])
            #expect(export.presses[0].choice == 0 && export.presses[0].pressedMs != nil)
            #expect(export.presses[0].correct == nil && export.presses[0].points == nil)
            #expect(export.players.map(\.points) == [0, 0])
            let report = try await Self.results(rig, "last").joined(separator: "\n")
            #expect(report.contains("not revealed yet") && !report.contains("right"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: database).sorted() == before)
            // It can still be taken up.
            let second = try rig.host(pack: nil, players: 2, port: port)
            #expect(try await second.event("lobby").gameId != nil)
            _ = (ana, ben)
        }
    }

    @Test func whatStandsInADatabaseNeverControlsTheTerminalOrASpreadsheet() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let events = try await Self.played(rig)
            let game = try #require(events.first?.gameId)
            let player = try #require(events.named("joined").first?.playerId)
            let database = rig.directory.file("host")
            let evil = #"=1+1\u001b[2J\u009b2J\u202e\u0007,\"x"#
            let documents = [
                (
                    game,
                    #"{"title":"\#(evil)","joinCode":"\u001bK","phase":"finished","questionCount":2,"#
                        + #""createdAt":"2026-01-31T12:00:00Z"}"#
                ),
                (
                    "score::\(game)::\(player)",
                    #"{"gameId":"\#(game)","playerId":"\#(player)","displayName":"\#(evil)","#
                        + #""totalPoints":-5,"correctCount":0,"rank":1}"#
                ),
                (
                    "question::\(game)::0",
                    #"{"gameId":"\#(game)","index":0,"text":"\#(evil)","choices":["\#(evil)"],"#
                        + #""correctChoiceIndex":9,"timeLimitSeconds":20}"#
                ),
            ]
            for (id, body) in documents {
                #expect(try await Program.run("documents", "put", database, id, body).exit.code == 0)
            }
            for words in [[], ["--json"], ["last"], ["last", "--format", "json"], ["last", "--format", "csv"]] {
                let program = try Program(["results"] + words + ["--database", database])
                let exit = try await program.exit()
                #expect(exit.code == 0)
                let controls = (program.output.elements + exit.errors).flatMap(\.unicodeScalars).filter {
                    $0.properties.generalCategory == .control && $0 != "\r"
                }
                #expect(controls.isEmpty, "\(words) \(program.transcript)")
                if words.count > 1 || words == ["last"] {
                    #expect(exit.errors.contains { $0.contains("the database contradicts itself: =1+1") }, "\(exit)")
                }
            }
            let csv = try await Program.run("results", "last", "--format", "csv", "--database", database)
            let row = try #require(csv.lines.first { $0.contains(player) })
            #expect(row.contains("\"'=1+1\u{FFFD}[2J\u{FFFD}2J\u{202e}\u{FFFD},\"\"x\""))
            let json = try Export(
                try await Program.run("results", "last", "--format", "json", "--database", database).lines)
            #expect(json.questions[0].text == "=1+1\u{1b}[2J\u{9b}2J\u{202e}\u{7},\"x")
        }
    }

    // MARK: Trouble

    @Test func aWordThatFitsNoGameOrSeveralIsToldOf() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let events = try await Self.played(rig)
            let database = rig.directory.file("host")
            let code = try #require(events.first?.joinCode)
            let unknown = try await Program.run("results", "\u{1B}[2J", "--database", database)
            #expect(unknown.exit.code == 1 && unknown.lines.isEmpty)
            #expect(
                unknown.exit.errors == [
                    "pulsador: no game '?[2J' in '\(database)'; 'pulsador results' lists what there is"
                ])
            let document =
                #"{"title":"Two","joinCode":"\#(code)","phase":"lobby","questionCount":1,"#
                + #""createdAt":"2026-01-31T12:00:00Z"}"#
            for arguments in [["other", document], ["other", #"{"cards":[]}"#, "--collection", "host.cards"]] {
                let put = try Program(["documents", "put", database] + arguments)
                #expect(try await put.exit().code == 0)
            }
            let several = try await Program.run("results", code, "--database", database)
            #expect(several.exit.code == 1 && several.exit.errors.count == 1)
            let id = try #require(events.first?.gameId)
            #expect(several.exit.errors.first?.hasSuffix("fits 2 games; say which: other, \(id.prefix(6))") == true)
            #expect(try await Program.run("results", "other", "--database", database).exit.code == 0)
        }
    }

    @Test func databasesThatCannotBeReadAreToldOf() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let missing = try await Program.run(
                "results", environment: ["PULSADOR_DATABASE": rig.directory.file("nowhere")])
            #expect(missing.exit.code == 1)
            #expect(missing.exit.errors.first?.contains("there is no database in '") == true)
            #expect(!FileManager.default.fileExists(atPath: rig.directory.file("nowhere")))

            let foreign = rig.directory.file("foreign")
            mkdir(foreign, 0o755)
            try Data(repeating: 0x41, count: 5000).write(to: URL(filePath: "\(foreign)/db.sqlite3"))
            let other = try await Program.run("results", "--database", foreign)
            #expect(other.exit.code == 1)
            #expect(other.exit.errors.first?.contains("is not a Pulsador database") == true)

            let empty = rig.directory.file("empty")
            #expect(try await Program.run("documents", "put", empty, "a", "{}").exit.code == 0)
            let none = try await Program.run("results", "--database", empty)
            #expect(none.exit == .init(code: 0, errors: ["pulsador: there are no games in '\(empty)'"]))
            #expect(none.lines.isEmpty)
            #expect(try await Program.run("results", "last", "--database", empty).exit.code == 1)

            _ = try await Self.played(rig)
            let file = rig.directory.file("host/db.sqlite3")
            var bytes = try Data(contentsOf: URL(filePath: file))
            for index in 4096..<bytes.count { bytes[index] = 0x5a }
            try bytes.write(to: URL(filePath: file))
            let broken = try await Program.run("results", "--database", rig.directory.file("host"))
            #expect(broken.exit.code == 1 && broken.exit.errors.count == 1)
            #expect(broken.exit.errors.first?.contains("is damaged") == true)
            #expect(try Data(contentsOf: URL(filePath: file)) == bytes)
        }
    }

    private static let outputs: [(String, Int32, String)] = [
        (">&-", 1, "standard output cannot be written: "),
        (">/dev/full", 1, "standard output cannot be written: No space left on device"),
        ("| true", 0, ""),
    ]

    @Test(arguments: outputs)
    func anOutputThatTakesNothingIsToldOf(_ redirection: String, _ code: Int32, _ message: String) async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            #expect(
                try await Program.run(
                    "documents", "put", rig.directory.file("host"), "g",
                    #"{"title":"T","joinCode":"K7Q2ZP","phase":"lobby","questionCount":1,"#
                        + #""createdAt":"2026-01-31T12:00:00Z"}"#
                ).exit.code == 0)
            #expect(
                try await Program.run(
                    "documents", "put", rig.directory.file("host"), "g", #"{"cards":[]}"#, "--collection", "host.cards"
                ).exit.code == 0)
            let program = try Program(command: [
                "bash", "-c", #"set -o pipefail; "$0" results g --format json --database "$1" \#(redirection)"#,
                Program.path, rig.directory.file("host"),
            ])
            let exit = try await program.exit()
            #expect(exit.code == code, "\(exit)")
            #expect(message.isEmpty ? exit.errors.isEmpty : exit.errors.first?.contains(message) == true, "\(exit)")
        }
    }

    @Test(arguments: ["", "nowhere/x.csv"])
    func aFileThatCannotBeMadeIsToldOf(_ name: String) async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            _ = try await Self.played(rig)
            let path = rig.directory.file(name)
            let program = try await Program.run(
                "results", "last", "--format", "csv", "--output", path, "--database", rig.directory.file("host"))
            #expect(program.exit.code == 1 && program.exit.errors.count == 1 && program.lines.isEmpty)
            #expect(program.exit.errors.first?.contains("'\(path)'") == true)
        }
    }

    // MARK: Reading CSV back

    private struct Malformed: Error {}

    /// Rows by column title. The lines come without their LF.
    private static func csv(_ lines: [String]) throws -> [[String: String]] {
        var rows: [[String]] = []
        for line in lines {
            guard line.unicodeScalars.last == "\r" else { throw Malformed() }
            var fields: [String] = [""]
            var isQuoted = false
            let scalars = Array(line.unicodeScalars.dropLast())
            var index = 0
            while index < scalars.count {
                let scalar = scalars[index]
                if scalar == "\"", isQuoted, index + 1 < scalars.count, scalars[index + 1] == "\"" {
                    fields[fields.count - 1] += "\""
                    index += 1
                } else if scalar == "\"" {
                    isQuoted.toggle()
                } else if scalar == ",", !isQuoted {
                    fields.append("")
                } else {
                    fields[fields.count - 1].unicodeScalars.append(scalar)
                }
                index += 1
            }
            rows.append(fields)
        }
        guard let titles = rows.first, rows.allSatisfy({ $0.count == titles.count }) else { throw Malformed() }
        return rows.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(titles, $0)) }
    }

    @Test func anExportSparesTheDatabaseAndWhatIsNoFile() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            _ = try await Self.played(rig)
            let database = rig.directory.file("host")
            let link = rig.directory.file("link")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(database)/db.sqlite3")
            let nowhere = rig.directory.file("nowhere")
            try FileManager.default.createSymbolicLink(atPath: nowhere, withDestinationPath: rig.directory.file("gone"))
            for place in ["\(database)/db.sqlite3", "\(database)/new.csv", link, nowhere, "/dev/stdout", "/dev/full"] {
                let export = try await Program.run(
                    "results", "last", "--database", database, "--format", "csv", "--output", place)
                #expect(export.exit.code == 1 && export.exit.errors.count == 1, "\(place): \(export.exit)")
            }
            #expect(try await Program.run("results", "last", "--database", database).exit.code == 0)
        }
    }
}
