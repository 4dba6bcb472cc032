import Testing

/// Boards that lose their power in the middle of a game.
struct KilledBoardTests {
    @Test func aBoardKilledAfterItsPressKeepsSeatAndAnswer() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let host = try rig.host(pack: try rig.pack(correct: [1, 1], seconds: 120), players: 2)
            let port = try #require(try await host.event("lobby").port)
            let script = "on question any after 100ms press 1"
            let ana = try rig.board("Ana", port: port, script: script)
            // Keeps the first question open until Ana is back.
            let slow = try rig.board(
                "Slow", port: port,
                script: """
                    on question 1 after 10s press 1
                    on question 2 after 300ms press 1
                    """)
            let player = try #require(try await ana.event("board").playerId)
            // At the press, which the host may or may not have heard of by then.
            try await ana.event("answered")
            try await ana.kill()
            let again = try rig.board("Ana", port: port, script: script)
            #expect(try await again.event("board").playerId == player)
            let final = try await host.event("final")
            let results = try host.events.named("result")
            #expect(results.filter { $0.playerId == player }.map(\.index) == [0, 1])
            #expect(try host.events.named("joined").count == 2)
            for name in ["Ana", "Slow"] {
                #expect((final.points(of: name) ?? 0) > 0)
                #expect(final.points(of: name) == results.totals[name])
            }
            #expect(try again.events.named("answered").count == 1)
            _ = slow
        }
    }

    @Test func aBoardKilledBeforeItsPressAnswersWhenItIsBack() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let host = try rig.host(pack: try rig.pack(correct: [1], seconds: 120), players: 2)
            let port = try #require(try await host.event("lobby").port)
            let ana = try rig.board("Ana", port: port, script: "on question 1 after 50s press 2")
            let slow = try rig.board("Slow", port: port, script: "on question 1 after 12s press 1")
            try await ana.event("question")
            try await ana.kill()
            let again = try rig.board("Ana", port: port, script: "on question 1 after 100ms press 1")
            try await again.event("answered")
            let final = try await host.event("final")
            #expect(try host.events.named("result").map(\.name) == ["Ana", "Slow"])
            #expect((final.points(of: "Ana") ?? 0) > 0)
            _ = slow
        }
    }

    @Test func aBoardAloneIsWaitedForUntilTheDeadline() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let host = try rig.host(pack: try rig.pack(correct: [1], seconds: 15))
            let port = try #require(try await host.event("lobby").port)
            let ana = try rig.board("Ana", port: port, script: "")
            try await host.event("question")
            try await ana.kill()
            try await host.event("disconnected") { $0.name == "Ana" }
            let final = try await host.event("final")
            #expect(final.leaderboard?.map(\.points) == [0])
            #expect(try host.events.named("closed").map(\.answers) == [0])
        }
    }

    @Test func anAnswerGivenWhileTheHostIsAwayArrivesLater() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let host = try rig.host(pack: try rig.pack(correct: [1]), players: 1)
            let port = try #require(try await host.event("lobby").port)
            let ana = try rig.board("Ana", port: port, script: "on question 1 after 8s press 1")
            try await ana.event("question")
            try await host.kill()
            try await ana.event("answered")
            #expect(try ana.events.contains { $0.event == "offline" })
            let resumed = try rig.host(pack: nil, port: port)
            let final = try await resumed.event("final")
            #expect(try resumed.events.named("result").map(\.name) == ["Ana"])
            #expect((final.points(of: "Ana") ?? 0) > 0)
        }
    }

    /// At moments drawn by chance, one board after the other.
    @Test(arguments: [UInt64(1), 2, 3])
    func noAnswerIsLostOrCountedTwiceWheneverBoardsDie(_ seed: UInt64) async throws {
        try await OwnThreads.run {
            var random = SplitMix(seed: seed)
            let rig = try Rig()
            let host = try rig.host(pack: try rig.pack(correct: [1, 1, 1, 1, 1, 1]), players: 3)
            let port = try #require(try await host.event("lobby").port)
            let names = ["Ana", "Ben", "Cleo"]
            func start(_ name: String) throws -> Program {
                try rig.board(name, port: port, script: "on question any after 250ms press 1")
            }
            var boards = try Dictionary(uniqueKeysWithValues: names.map { ($0, try start($0)) })
            var lives: [Program] = Array(boards.values)
            while try host.events.named("final").isEmpty {
                // What is tried here is a moment that nothing announces; it only has to differ.
                try await Task.sleep(for: .milliseconds(Int64.random(in: 50...500, using: &random)))
                let name = names[Int.random(in: 0..<3, using: &random)]
                try await boards[name]?.kill()
                let next = try start(name)
                boards[name] = next
                lives.append(next)
                try #require(lives.count < 200, "the game does not end")
            }
            let final = try #require(try host.events.last?.leaderboard)
            #expect(try await host.exit().code == 0)
            #expect(Set(final.map(\.name)) == Set(names))
            #expect(final.count == 3)
            let results = try await rig.results()
            #expect(Set(results.map { "\($0.questionId) \($0.playerId)" }).count == results.count)
            for row in final { #expect(row.points == results.totals[row.playerId, default: 0]) }
            // What any life of a board was told, it keeps.
            let told = try Set(lives.flatMap { try $0.events.named("result").compactMap(\.points) })
            #expect(told.isSubset(of: results.map(\.points)))
            #expect(Set(try lives.compactMap { try $0.events.first?.playerId }).count == 3)
        }
    }

    @Test func theSecondBoardOfOneIdentityIsKeptOutByItsDatabase() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let host = try rig.host(pack: try rig.pack(correct: [1]), players: 5)
            let port = try #require(try await host.event("lobby").port)
            let ana = try rig.board("Ana", port: port, script: "")
            try await ana.event("seated")
            let second = try await rig.board("Ana", port: port, script: "").exit()
            #expect(second.code == 1)
            #expect(second.errors.count == 1)
            #expect(second.errors.first?.contains("is open elsewhere; stop the other program first") == true)
        }
    }
}
