import Glibc
import Testing

/// Whole games of several processes on one machine, played by scripts.
struct GameTests {
    @Test func scriptedPressesGiveTheScriptedResults() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let host = try rig.host(pack: try rig.pack(correct: [2, 1]), players: 2)
            let port = try #require(try await host.event("lobby").port)
            let ana = try rig.board(
                "Ana", port: port,
                script: """
                    on question 1 after 100ms press 2 bounce 2
                    on question 2 after 400ms press 1
                    """, "--once")
            let ben = try rig.board(
                "Ben", port: port,
                script: """
                    on question 1 after 600ms press 3
                    on question 2 after 50ms press 1
                    """, "--once")
            let final = try await host.event("final")
            let results = try host.events.named("result")
            #expect(results.map(\.name) == ["Ana", "Ben", "Ben", "Ana"])
            #expect(results.map(\.choice) == [1, 2, 0, 0])
            #expect(results.map(\.correct) == [true, false, true, true])
            #expect(results.map { ($0.points ?? 0) > 0 } == [true, false, true, true])
            #expect(final.leaderboard?.map(\.name) == ["Ana", "Ben"])
            for name in ["Ana", "Ben"] { #expect(final.points(of: name) == results.totals[name]) }
            for program in [host, ana, ben] { #expect(try await program.exit().code == 0, "\(program.transcript)") }
            let seen = try ana.events.map(\.event).filter {
                ["question", "answered", "result", "finished"].contains($0)
            }
            #expect(seen == ["question", "answered", "result", "question", "answered", "result", "finished"])
        }
    }

    @Test func buttonsPressedInTheLobbyAreTickedOffAndCountForNothing() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let host = try rig.host(pack: try rig.pack(correct: [2]), players: 2)
            let port = try #require(try await host.event("lobby").port)
            let ana = try rig.board(
                "Ana", port: port,
                script: "on lobby press 4\non lobby after 300ms press 4\non lobby after 600ms press 1\n"
                    + "on question 1 after 200ms press 2", "--once")
            let joined = try await host.event("joined")
            let fourth = try await host.event("button")
            #expect(fourth.button == 3 && fourth.playerId == joined.playerId && fourth.name == "Ana")
            #expect(try await host.event("button").button == 0)
            try await ana.event("button") { $0.button == 0 }
            // Only now is the lobby over.
            let ben = try rig.board("Ben", port: port, script: "on question 1 after 300ms press 1", "--once")
            try await host.event("final")
            #expect(try host.events.named("button").count == 2)
            #expect(try host.events.named("renamed").isEmpty)
            #expect(try host.events.named("result").map(\.choice) == [1, 0])
            for program in [host, ana, ben] { #expect(try await program.exit().code == 0, "\(program.transcript)") }
        }
    }

    @Test func theHostStaysUntilAConnectedBoardKnowsTheEnd() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let host = try rig.host(pack: try rig.pack(correct: [1]), players: 2)
            let port = try #require(try await host.event("lobby").port)
            let script = "on question 1 after 50ms press 1"
            let ana = try rig.board("Ana", port: port, script: script, "--once")
            let ben = try rig.board("Ben", port: port, script: script, "--once")
            try await host.event("closed")
            ana.signal(SIGSTOP)
            try await host.event("final")
            // Several times the podium's; what is tried here is that nothing happens.
            try await Task.sleep(for: .seconds(1))
            ana.signal(SIGCONT)
            for program in [host, ana, ben] { #expect(try await program.exit().code == 0, "\(program.transcript)") }
            #expect(try ana.events.contains { $0.event == "finished" })
        }
    }

    @Test func onlyTheFirstPressCounts() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let host = try rig.host(pack: try rig.pack(correct: [2]), players: 2)
            let port = try #require(try await host.event("lobby").port)
            let ana = try rig.board(
                "Ana", port: port,
                script: """
                    on question 1 after 50ms press 3
                    on question 1 after 250ms press 2
                    on question 1 after 450ms press 2
                    """)
            let ben = try rig.board("Ben", port: port, script: "on question 1 after 700ms press 2")
            let final = try await host.event("final")
            let results = try host.events.named("result")
            #expect(results.map(\.name) == ["Ana", "Ben"])
            #expect(results.map(\.choice) == [2, 1])
            #expect(final.points(of: "Ana") == 0)
            #expect(try ana.events.named("answered").count == 1)
            _ = ben
        }
    }

    @Test func aPressWithoutAnOpenQuestionCountsForNothingAndCostsNothing() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            // At a pace with two seconds between the questions.
            let host = try rig.host(pack: try rig.pack(correct: [1, 2]), players: 2, isFast: false)
            let port = try #require(try await host.event("lobby").port)
            let ana = try rig.board(
                "Ana", port: port,
                script: """
                    at 0ms press 4
                    on lobby press 4
                    on question 1 after 50ms press 1
                    on question 1 after 1s press 3
                    on question 2 after 400ms press 2
                    """)
            try await ana.event("seated")
            let ben = try rig.board(
                "Ben", port: port,
                script: """
                    on question 1 after 60ms press 1
                    on question 2 after 450ms press 2
                    """)
            try await host.event("final")
            let results = try host.events.named("result")
            #expect(results.map(\.choice) == [0, 0, 1, 1])
            #expect(results.allSatisfy { $0.correct == true })
            #expect(try host.events.named("rejected").isEmpty)
            _ = ben
        }
    }

    @Test func aPressOnAButtonWithoutAChoiceIsNoAnswer() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let pack = try rig.file(
                "two.quiz.json",
                #"{"title":"Two","questions":[{"text":"Yes?","choices":["Yes","No"],"correct":1,"seconds":20}]}"#)
            let host = try rig.host(pack: pack, players: 1)
            let port = try #require(try await host.event("lobby").port)
            let ana = try rig.board(
                "Ana", port: port,
                script: """
                    on question 1 after 10ms press 4
                    on question 1 after 200ms press 1
                    """)
            try await host.event("final")
            #expect(try host.events.named("result").map(\.choice) == [0])
            _ = ana
        }
    }

    @Test func aPressAfterTheDeadlineEarnsNothing() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let host = try rig.host(pack: try rig.pack(correct: [1, 1], seconds: 5), players: 2, isFast: false)
            let port = try #require(try await host.event("lobby").port)
            let ana = try rig.board(
                "Ana", port: port,
                script: """
                    on question 1 after 5.5s press 3
                    on question 2 after 1s press 1
                    """)
            let ben = try rig.board("Ben", port: port, script: "on question any after 1s press 1")
            let final = try await host.event("final")
            let results = try host.events.named("result")
            #expect(results.filter { $0.index == 0 }.map(\.name) == ["Ben"])
            #expect(final.points(of: "Ana") == results.first { $0.name == "Ana" && $0.index == 1 }?.points)
            #expect(final.points(of: "Ben") == results.totals["Ben"])
            #expect(results.filter { $0.index == 1 }.map(\.choice) == [0, 0])
            _ = ana
            _ = ben
        }
    }

    @Test func aBoardPlaysOneGameAfterTheOther() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let pack = try rig.pack(correct: [1])
            var games: Set<String> = []
            for _ in 0..<2 {
                let host = try rig.host(pack: pack)
                let lobby = try await host.event("lobby")
                games.insert(lobby.gameId ?? "")
                let ana = try rig.board(
                    "Ana", port: try #require(lobby.port), script: "on question 1 after 50ms press 1", "--once")
                let final = try await host.event("final")
                #expect((final.points(of: "Ana") ?? 0) > 0)
                try await ana.event("joining") { $0.gameId == lobby.gameId }
                #expect(try await ana.exit().code == 0)
                #expect(try await host.exit().code == 0)
            }
            #expect(games.count == 2)
        }
    }
}
