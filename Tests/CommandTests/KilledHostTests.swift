import Glibc
import Testing

/// Hosts that are killed in each phase of a game, and taken up again with `--resume` on the same port.
struct KilledHostTests {
    /// A moment in the life of a game.
    enum Moment: String, CaseIterable, Sendable {
        case lobby
        case questionOpened
        case firstAnswer
        case allAnswered
        case revealed
        case secondQuestionOpened
        case secondAnswer
    }

    /// Three boards; Cleo thinks so long about the last question that the game cannot end before it was killed.
    private static func start(_ rig: Rig, port: Int, questions: Int) throws -> [Program] {
        let early = (1..<questions).map { "on question \($0) after 900ms press 2\n" }.joined()
        return [
            try rig.board("Ana", port: port, script: "on question any after 300ms press 1", "--once"),
            try rig.board("Ben", port: port, script: "on question any after 600ms press 1", "--once"),
            try rig.board("Cleo", port: port, script: early + "on question \(questions) after 12s press 2", "--once"),
        ]
    }

    private static func wait(for moment: Moment, _ host: Program) async throws {
        switch moment {
        case .lobby: try await host.event("joined")
        case .questionOpened: try await host.event("question")
        case .firstAnswer: try await host.event("result")
        case .allAnswered: try await host.event("result") { $0.name == "Cleo" }
        case .revealed: try await host.event("closed")
        case .secondQuestionOpened: try await host.event("question") { $0.index == 1 }
        case .secondAnswer: try await host.event("result") { $0.index == 1 }
        }
    }

    @Test(arguments: Moment.allCases, [SIGKILL, SIGTERM])
    func theGameGoesOnWhereItWas(_ moment: Moment, _ signal: Int32) async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let first = try rig.host(pack: try rig.pack(correct: [1, 1, 2], seconds: 120), players: 3)
            let lobby = try await first.event("lobby")
            let port = try #require(lobby.port)
            let boards = try Self.start(rig, port: port, questions: 3)
            try await Self.wait(for: moment, first)
            first.signal(signal)
            #expect(try await first.exit().code == (signal == SIGTERM ? 0 : -SIGKILL))
            // Without a contradiction, of which standard error would tell.
            let results = try await Program.run("results", "last", "--json", "--database", rig.directory.file("host"))
            #expect(results.exit == Program.Exit(code: 0, errors: []))

            let second = try rig.host(pack: nil, players: 3, port: port)
            let again = try await second.event("lobby")
            #expect(again.gameId == lobby.gameId)
            #expect(again.joinCode == lobby.joinCode)
            #expect(again.port == port)
            let final = try await second.event("final")
            #expect(try await second.exit().code == 0)

            let events = [try first.events, try second.events]
            try Self.check(final, events, boards: boards, mayMissOne: signal == SIGKILL)
            let published = try await rig.results()
            #expect(published.count == 9)
            for row in final.leaderboard ?? [] { #expect(row.points == published.totals[row.playerId, default: 0]) }
            for board in boards { #expect(try await board.exit().code == 0, "\(board.transcript)") }
        }
    }

    /// Totals are the sums of the results, each answer counts once, and nobody has two seats.
    ///
    /// A killed host may have died between the commit of a result and its line; the documents tell everything even then,
    /// and are what the totals are compared with elsewhere.
    private static func check(
        _ final: Event, _ events: [[Event]], boards: [Program], mayMissOne: Bool
    ) throws {
        let results = events.flatMap { $0.named("result") }
        let keys = results.map { "\($0.index ?? -1) \($0.playerId ?? "")" }
        #expect(Set(keys).count == keys.count, "\(keys)")
        #expect(keys.count == 9 || (mayMissOne && keys.count == 8), "\(keys)")
        let rows = try #require(final.leaderboard)
        #expect(Set(rows.map(\.name)) == ["Ana", "Ben", "Cleo"])
        #expect(Set(rows.map(\.playerId)).count == 3)
        for row in rows where keys.count == 9 {
            #expect(row.points == results.totals[row.name, default: 0], "\(row.name)")
        }
        #expect(rows.first { $0.name == "Ana" }?.correct == 2)
        #expect(rows.first { $0.name == "Cleo" }?.correct == 1)
        for board in boards {
            let points = try board.events.named("result").compactMap(\.points).reduce(0, +)
            let name = try board.events.first?.name
            #expect(points == rows.first { $0.name == name }?.points, "\(board.transcript)")
        }
    }

    @Test func aFinishedGameIsNotTakenUpAgain() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let first = try rig.host(pack: try rig.pack(correct: [1]))
            let port = try #require(try await first.event("lobby").port)
            let ana = try rig.board("Ana", port: port, script: "on question 1 press 1")
            try await first.event("final")
            try await first.kill()
            let second = try await rig.host(pack: nil).exit()
            #expect(second.code == 1)
            #expect(second.errors.count == 1)
            #expect(second.errors.first?.contains("is finished; start one without --resume") == true)
            _ = ana
        }
    }

    /// At moments drawn by chance, several times in a game.
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func nothingIsLostWheneverTheHostDies(_ seed: UInt64) async throws {
        try await OwnThreads.run {
            var random = SplitMix(seed: seed)
            let rig = try Rig()
            var host = try rig.host(pack: try rig.pack(correct: [1, 1, 2, 1], seconds: 120), players: 3)
            let lobby = try await host.event("lobby")
            let port = try #require(lobby.port)
            let boards = try Self.start(rig, port: port, questions: 4)
            var events: [[Event]] = []
            for _ in 0..<4 {
                try await host.event("joined")
                // What is tried here is a moment that nothing announces; it only has to differ.
                try await Task.sleep(for: .milliseconds(Int64.random(in: 0...1_200, using: &random)))
                try await host.kill()
                events.append(try host.events)
                host = try rig.host(pack: nil, players: 3, port: port)
            }
            let final = try await host.event("final")
            #expect(try await host.exit().code == 0)
            events.append(try host.events)
            let all = events.flatMap { $0 }
            #expect(Set(all.named("lobby").map(\.gameId)) == [lobby.gameId])
            // A host may die between the commit of a result and its line, so that the documents alone tell everything.
            let lines = all.named("result").map { "\($0.index ?? -1) \($0.playerId ?? "")" }
            #expect(Set(lines).count == lines.count)
            let results = try await rig.results()
            for row in final.leaderboard ?? [] { #expect(row.points == results.totals[row.playerId, default: 0]) }
            for board in boards {
                // One that was away when the game ended waits for its host.
                board.signal(SIGTERM)
                #expect(try await board.exit().code == 0, "\(board.transcript)")
                try Self.check(board, against: results)
            }
        }
    }

    /// What a board was told of its answers is what the host keeps, and everything it answered in time is there once.
    private static func check(_ board: Program, against results: [Rig.Result]) throws {
        let events = try board.events
        let own = results.filter { $0.playerId == events.first?.playerId }
        #expect(own.count <= events.named("answered").count)
        #expect(Set(own.map(\.questionId)).count == own.count)
        let told = events.named("result").compactMap(\.points)
        #expect(told.count <= own.count)
        for points in Set(told) { #expect(own.contains { $0.points == points }, "\(board.transcript)") }
    }
}

/// Draws moments from a seed.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
