import Testing

/// A buzz question played by real processes: two boards, a host, and its owner at four buttons.
struct BuzzGameTests {
    private static let pack = """
        {"title": "Buzz", "penalty": 100, "negativeTotals": true, "scoring": "flat", "questions": [
            {"text": "Name a river.", "kind": "buzz", "weight": 2},
            {"text": "Tea or coffee?", "kind": "poll", "choices": ["Tea", "Coffee"]}]}
        """

    /// Plays it to the end. Ana presses long before Ben, who is still told of; `judge` is the button that the owner presses.
    private static func play(judge: Int) async throws -> (host: Program, ana: Program, ben: Program) {
        try await play(try Rig(), "on call after 1500ms press \(judge)", isFast: true)
    }

    private static func play(
        _ rig: Rig, _ owner: String, isFast: Bool
    ) async throws -> (host: Program, ana: Program, ben: Program) {
        let pack = try rig.file("buzz.quiz.json", pack)
        let buttons = try rig.file("host.buttons", owner)
        let host = try rig.host(pack: pack, players: 2, isFast: isFast, "--buttons", "mock:\(buttons)")
        let port = try #require(try await host.event("lobby").port)
        let ana = try rig.board("Ana", port: port, script: "on question any after 200ms press 2", "--once")
        let ben = try rig.board("Ben", port: port, script: "on question any after 900ms press 1", "--once")
        for program in [host, ana, ben] { #expect(try await program.exit().code == 0, "\(program.transcript)") }
        return (host, ana, ben)
    }

    @Test func theFirstAnswersAndARightAnswerCounts() async throws {
        try await OwnThreads.run {
            let (host, ana, _) = try await Self.play(judge: 1)
            let events = try host.events
            #expect(events.named("called").map(\.name) == ["Ana"], "\(host.transcript)")
            let results = events.named("result").filter { $0.index == 0 }
            #expect(results.map(\.name) == ["Ana", "Ben"] && results.map(\.place) == [1, 2])
            #expect(results.map(\.correct) == [true, false])
            let gap = try #require(results.last?.gapMs)
            let pressed = results.compactMap(\.pressedMs)
            #expect(abs(gap - (pressed[1] - pressed[0])) < 0.01 && gap > 0)
            let final = try #require(events.last { $0.event == "final" })
            #expect(final.points(of: "Ana") == events.totals["Ana"] && final.points(of: "Ben") == 0)
            #expect(final.points(of: "Ana") == 2_000)
            #expect(try ana.events.contains { $0.event == "called" })
        }
    }

    @Test func afterAWrongAnswerTheOthersTry() async throws {
        try await OwnThreads.run {
            let (host, ana, ben) = try await Self.play(judge: 3)
            let events = try host.events
            #expect(events.named("called").map(\.name) == ["Ana", "Ben"], "\(host.transcript)")
            let opened = events.named("question").filter { $0.index == 0 }
            let out = try #require(opened.last?.lockedOut)
            #expect(opened.count == 2 && opened.first?.lockedOut == nil)
            #expect(out == events.named("joined").filter { $0.name == "Ana" }.compactMap(\.playerId))
            #expect(events.named("closed").map(\.index) == [0, 1])
            #expect(events.totals == ["Ana": -100, "Ben": -100])
            // Ana has answered the first opening, Ben both; the poll takes both of them.
            #expect(try ana.events.named("answered").count == 2, "\(ana.transcript)")
            #expect(try ben.events.named("answered").count == 3, "\(ben.transcript)")
        }
    }

    /// Right, taken back, wrong, at each call: twice while the results are shown, which they are for two seconds.
    @Test func aVerdictThatIsTakenBackCountsForNothing() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            // The first is too soon after the call to be a verdict; the fourth is the third one pressed twice.
            let owner = [(400, 3), (1_500, 1), (2_700, 3), (3_000, 3), (4_200, 3)]
                .map { "on call after \($0)ms press \($1)\n" }.joined()
            let (host, ana, _) = try await Self.play(rig, owner, isFast: false)
            let events = try host.events
            #expect(events.named("called").map(\.name) == ["Ana", "Ben"], "\(host.transcript)")
            #expect(events.named("undone").map(\.name) == ["Ana", "Ben"])
            #expect(events.named("undone").map(\.index) == [0, 0])
            let story = events.filter { $0.index == 0 && ["question", "undone", "closed"].contains($0.event) }
            #expect(
                story.map(\.event) == ["question", "closed", "undone", "question", "closed", "undone", "closed"])
            let results = events.named("result").filter { $0.index == 0 && $0.place == 1 }
            #expect(results.map(\.name) == ["Ana", "Ana", "Ben", "Ben"])
            #expect(results.map(\.points) == [2_000, -100, 2_000, -100])
            let final = try #require(events.last { $0.event == "final" })
            #expect(final.points(of: "Ana") == -100 && final.points(of: "Ben") == -100)
            // The last result of each player and question is the one that counts.
            var last: [String: Int] = [:]
            for result in events.named("result") {
                last["\(result.name ?? "") \(result.index ?? -1)"] = result.points
            }
            #expect(last == ["Ana 0": -100, "Ben 0": -100, "Ana 1": 0, "Ben 1": 0])
            #expect(
                try ana.events.map(\.event).filter { ["called", "withdrawn"].contains($0) }.sorted()
                    == ["called", "called", "withdrawn"], "\(ana.transcript)")
            let totals = try await rig.results().totals
            let board = try #require(final.leaderboard)
            #expect(totals == Dictionary(uniqueKeysWithValues: board.map { ($0.playerId, $0.points) }))
            // Without a contradiction, of which standard error would tell.
            let read = try await Program.run("results", "last", "--json", "--database", rig.directory.file("host"))
            #expect(read.exit == Program.Exit(code: 0, errors: []))
        }
    }

    /// Wrong, and taken back while the others may press.
    @Test func whatWasOpenedForTheOthersIsTakenBackToo() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let pack = try rig.file("buzz.quiz.json", Self.pack)
            let owner = "on call after 1000ms press 3\non call after 2500ms press 3\non call after 4000ms press 1"
            let host = try rig.host(
                pack: pack, players: 2, "--buttons", "mock:\(try rig.file("host.buttons", owner))")
            let port = try #require(try await host.event("lobby").port)
            let ana = try rig.board("Ana", port: port, script: "on question any after 200ms press 2", "--once")
            let ben = try rig.board("Ben", port: port, script: "on question 2 after 200ms press 1", "--once")
            for program in [host, ana, ben] { #expect(try await program.exit().code == 0, "\(program.transcript)") }
            let events = try host.events
            let story = events.filter { $0.index == 0 && $0.event != "buzz" }
            #expect(
                story.map(\.event) == ["question", "called", "result", "question", "undone", "result", "closed"],
                "\(host.transcript)")
            #expect(story.filter { $0.event == "result" }.map(\.points) == [-100, 2_000])
            let final = try #require(events.last { $0.event == "final" })
            #expect(final.points(of: "Ana") == 2_000 && final.points(of: "Ben") == 0)
            #expect(try ana.events.named("result").filter { $0.place == 1 }.map(\.points) == [-100, 2_000])
            #expect(try ana.events.named("withdrawn").count == 1)
            #expect(try await rig.results().totals[try #require(final.leaderboard?.first?.playerId)] == 2_000)
        }
    }

    @Test func withoutAnybodyToJudgeItIsLeftOutAndSaidSo() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let host = try rig.host(pack: try rig.file("buzz.quiz.json", Self.pack), players: 1)
            let port = try #require(try await host.event("lobby").port)
            let board = try rig.board("Ana", port: port, script: "on question any press 1", "--once")
            let exit = try await host.exit()
            #expect(exit.code == 0 && exit.errors.count == 1 && exit.errors[0].contains("1 buzz question is left out"))
            #expect(try host.events.named("question").map(\.text) == ["Tea or coffee?"])
            #expect(try await board.exit().code == 0, "\(board.transcript)")

            let only = try rig.file(
                "only.quiz.json", #"{"title": "Only", "questions": [{"text": "Who?", "kind": "buzz"}]}"#)
            let refused = try await rig.host(pack: only, players: 1).exit()
            #expect(refused.code == 1 && refused.errors.count == 1, "\(refused.errors)")
        }
    }
}
