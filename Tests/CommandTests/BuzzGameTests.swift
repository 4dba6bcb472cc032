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
        let rig = try Rig()
        let pack = try rig.file("buzz.quiz.json", pack)
        let buttons = try rig.file("host.buttons", "on call after 1500ms press \(judge)")
        let host = try rig.host(pack: pack, players: 2, "--buttons", "mock:\(buttons)")
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
