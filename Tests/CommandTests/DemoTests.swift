import Testing

struct DemoTests {
    private static func play(players: Int, questions: Int, seed: Int) async throws -> [Event] {
        let demo = try Program(
            "demo", "--headless", "--json", "--players", "\(players)", "--questions", "\(questions)", "--seed",
            "\(seed)", "--fast")
        let exit = try await demo.exit()
        #expect(exit == Program.Exit(code: 0, errors: []), "\(demo.transcript)")
        return try demo.events
    }

    @Test func aGameGoesFromItsLobbyToItsLeaderboard() async throws {
        try await OwnThreads.run {
            let events = try await Self.play(players: 4, questions: 3, seed: 7)
            let story = events.map(\.event).filter { ["lobby", "question", "closed", "final"].contains($0) }
            #expect(
                story == ["lobby", "question", "closed", "question", "closed", "question", "closed", "final"])
            #expect(events.last?.event == "final")
            #expect(events.named("question").map(\.index) == [0, 1, 2])
            #expect(events.named("closed").map(\.index) == [0, 1, 2])
            let lobby = try #require(events.first)
            #expect(lobby.joinCode?.utf8.count == 6)
            #expect((lobby.port ?? 0) > 0)
            #expect(Set(events.named("joined").compactMap(\.name)).count == 4)
            let firstQuestion = try #require(events.firstIndex { $0.event == "question" })
            #expect(events.lastIndex { $0.event == "joined" }.map { $0 < firstQuestion } == true)
        }
    }

    @Test func resultsComeWhileTheirQuestionIsOpenAndAreTheWholeScore() async throws {
        try await OwnThreads.run {
            let events = try await Self.play(players: 4, questions: 3, seed: 7)
            var open: Int?
            for event in events {
                switch event.event {
                case "question": open = event.index
                case "closed":
                    let results = events.named("result").filter { $0.index == open }
                    #expect(event.answers == results.count)
                    open = nil
                case "result":
                    #expect(event.index == open)
                    #expect((event.pressedMs ?? -1) >= 0)
                    #expect((event.arrivedMs ?? -1) >= (event.pressedMs ?? 0))
                    #expect(((event.points ?? 0) > 0) == (event.correct == true))
                default: break
                }
            }
            #expect(events.named("result").contains { $0.errorMs ?? -1 > 0 }, "the boards know their host's time")
            let final = try #require(events.last?.leaderboard)
            #expect(final.count == 4)
            for row in final {
                #expect(row.points == events.totals[row.name, default: 0], "\(row.name)")
                let right = events.named("result").filter { $0.name == row.name && $0.correct == true }
                #expect(row.correct == right.count)
            }
            #expect(final.map(\.points) == final.map(\.points).sorted(by: >))
        }
    }

    @Test func theSeedDrawsTheSameGame() async throws {
        try await OwnThreads.run {
            let games = [
                try await Self.play(players: 2, questions: 2, seed: 11),
                try await Self.play(players: 2, questions: 2, seed: 11),
            ]
            #expect(games[0].named("question").map(\.choices) == games[1].named("question").map(\.choices))
            #expect(games[0].first?.joinCode == games[1].first?.joinCode)
            let choices = games.map { game in
                Dictionary(game.named("result").map { ("\($0.index ?? -1) \($0.name ?? "")", $0.choice) }) { $1 }
            }
            #expect(choices[0] == choices[1])
            #expect(games[0].first?.gameId != games[1].first?.gameId)
        }
    }

    @Test func fiftyBoardsLoseNoAnswerAndCountNoneTwice() async throws {
        try await OwnThreads.run {
            let events = try await Self.play(players: 50, questions: 3, seed: 5)
            let results = events.named("result")
            let keys = results.map { "\($0.index ?? -1) \($0.playerId ?? "")" }
            #expect(Set(keys).count == keys.count)
            #expect(keys.count == 150)
            let final = try #require(events.last?.leaderboard)
            #expect(final.count == 50)
            for row in final { #expect(row.points == events.totals[row.name, default: 0], "\(row.name)") }
            for event in events.named("closed") { #expect(event.answers == 50) }
        }
    }
}
