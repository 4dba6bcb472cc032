import Documents
import Quiz
import TestSupport
import Testing
import Timing

@testable import Game

/// Verdicts that are taken back, through real databases and sockets.
struct UndoTests {
    private static func judge(_ host: HostedGame, _ isRight: Bool) {
        host.service.handle(.verdict(isRight: isRight, at: host.service.now))
    }

    private static func undone(_ host: HostedGame) async throws -> UndoneVerdict {
        host.service.handle(.undoVerdict(at: host.service.now))
        return try await host.update("undone") { if case .undone(let undone) = $0 { undone } else { nil } }
    }

    private static func revealed(_ host: HostedGame) async throws -> Reveal {
        try await host.update("reveal") { if case .revealed(let reveal) = $0 { reveal } else { nil } }
    }

    private static func passedOn(_ host: HostedGame) async throws -> Reveal {
        try await host.update("passed on") { if case .passedOn(let reveal) = $0 { reveal } else { nil } }
    }

    /// What the database of a host that has ended says of its one game.
    private static func record(_ host: HostedGame) throws -> GameRecord {
        let database = try Database(path: host.directory.file("host"), options: DatabaseOptions(readOnly: true))
        let archive = GameArchive(database)
        let game = try #require(try archive.games().first)
        let record = try archive.record(of: game)
        try database.close()
        return record
    }

    @Test func aWrongVerdictIsTakenBackAtTheBoardsToo() async throws {
        let (host, ana, ben) = try await BuzzTests.pressed()
        try await host.update("call") { if case .called = $0 { () } else { nil } }
        Self.judge(host, false)
        let result = DocumentID.answerResult(host.id, host.question(), ana.player)
        _ = try await ana.document(result, AnswerResult.self)
        let again = try await ben.document(.questionState(host.id), QuestionState.self) { $0.phase == .asking }
        #expect(again.currentQuestionId == host.question(asking: 2))
        let undone = try await Self.undone(host)
        #expect(undone.player == ana.player && undone.rulings.map(\.result.playerId) == [ana.player])
        try await ana.deletion(of: result)
        for peer in [ana, ben] {
            let state = try await peer.document(.questionState(host.id), QuestionState.self) {
                $0.answeringPlayerId == ana.player
            }
            #expect(state.currentQuestionId == host.question() && state.lockedOutPlayerIds == nil)
        }
        // An answer to what was withdrawn is taken and counts for nothing.
        try ben.answer(host, 1, to: host.question(asking: 2))
        try await host.update("rejection") { if case .rejected(_, .otherQuestion) = $0 { () } else { nil } }
        Self.judge(host, true)
        let reveal = try await Self.revealed(host)
        #expect(reveal.id == host.question() && reveal.verdict?.points ?? 0 > 0)
        let new = try await ana.document(result, AnswerResult.self)
        #expect(new == reveal.results.first && new.isCorrect)
        _ = try await ben.document(.leaderboard(host.id), Leaderboard.self) {
            $0.entries.first?.totalPoints == new.points
        }
        host.service.handle(.finish(at: host.service.now))
        try await host.update("end") { if case .finished = $0 { () } else { nil } }
        for peer in [ana, ben] { await peer.stop() }
        try host.end()
        let record = try Self.record(host)
        #expect(record.contradictions == [])
        #expect(record.questions.map(\.status) == [.revealed, .void])
        #expect(record.questions.map { $0.presses.map(\.points) } == [[new.points], []])
        #expect(record.players.map(\.standing.points) == [new.points, 0])
    }

    @Test(arguments: [true, false]) func aHostThatDiesRightAfterwardsHasTakenItBackWholly(isRight: Bool) async throws {
        let (host, ana, ben) = try await BuzzTests.pressed()
        try await host.update("call") { if case .called = $0 { () } else { nil } }
        Self.judge(host, isRight)
        _ = isRight ? try await Self.revealed(host) : try await Self.passedOn(host)
        _ = try await Self.undone(host)
        for peer in [ana, ben] { await peer.stop() }
        try host.end()
        let between = try Self.record(host)
        #expect(between.contradictions == [])
        #expect(between.questions.map(\.status) == (isRight ? [.open] : [.open, .void]))
        #expect(between.questions.first?.presses.map(\.status) == [.pending])
        #expect(between.players.map(\.standing.points) == [0, 0] && between.players.map(\.answered) == [0, 0])

        let again = try HostedGame(resuming: host.directory, bootID: "first")
        #expect(again.service.game.questionState.answeringPlayerId == ana.player)
        #expect(again.service.game.buzz?.places.map(\.player) == [ana.player])
        Self.judge(again, true)
        let reveal = try await Self.revealed(again)
        #expect(reveal.results.map(\.isCorrect) == [true])
        // Also the one after the restart.
        _ = try await Self.undone(again)
        try again.end()
        #expect(try Self.record(again).contradictions == [])
    }

    @Test(arguments: [true, false]) func aHostThatDiesRightAfterTheVerdictCanStillTakeItBack(isRight: Bool) async throws
    {
        let (host, ana, ben) = try await BuzzTests.pressed()
        try await host.update("call") { if case .called = $0 { () } else { nil } }
        Self.judge(host, isRight)
        let judged = isRight ? try await Self.revealed(host) : try await Self.passedOn(host)
        for peer in [ana, ben] { await peer.stop() }
        try host.end()
        let again = try HostedGame(resuming: host.directory, bootID: "first")
        #expect(again.service.game.canUndoVerdict)
        let undone = try await Self.undone(again)
        #expect(undone.id == judged.id && undone.leaderboard.entries.allSatisfy { $0.totalPoints == 0 })
        Self.judge(again, !isRight)
        _ = isRight ? try await Self.passedOn(again) : try await Self.revealed(again)
        try again.end()
        let record = try Self.record(again)
        #expect(record.contradictions == [])
        #expect(record.questions.map(\.asking) == [1, 2])
        #expect(record.questions.map(\.status) == (isRight ? [.revealed, .open] : [.revealed, .void]))
    }

    /// A board that is called, judged, and called again says each of it, and its lamps follow.
    @Test(arguments: [true, false]) func aBoardTellsItsPlayer(isRight: Bool) async throws {
        let card = try QuestionCard(text: "Who?", choices: [], correct: [], kind: .buzz, limitSeconds: 60)
        let host = try HostedGame(cards: [card])
        let directory = try TemporaryDirectory()
        let database = try Database(path: directory.path)
        let panel = HandPanel()
        let updates = EventLog<PlayerUpdate>()
        let board = try PlayerService(.init(database: database, name: "Ana"), panel: panel) { updates.append($0) }
        defer { board.stop() }
        try board.start()
        try board.connect(to: host.url)
        try await host.joined(board.identity.player)
        try await host.start()
        var seen = 0
        func told(_ what: String, _ fits: (PlayerUpdate) -> Bool) async throws {
            guard let found = await updates.next(from: seen, where: fits) else {
                throw HostedGame.Missing(description: "no '\(what)' after \(updates.elements.prefix(seen))")
            }
            seen = found.after
        }
        try await told("opened") { if case .opened = $0 { true } else { false } }
        panel.press(2, at: .now())
        try await told("called") { if case .called = $0 { true } else { false } }
        Self.judge(host, isRight)
        try await told("result") { if case .result(let result) = $0 { result.isCorrect == isRight } else { false } }
        try await told("lamps") {
            if case .lamps(let lamps) = $0 { lamps == (isRight ? .right : .wrong) } else { false }
        }
        let before = seen
        _ = try await Self.undone(host)
        try await told("withdrawn") { if case .resultWithdrawn(host.question()) = $0 { true } else { false } }
        seen = before
        try await told("called again") { if case .called = $0 { true } else { false } }
        seen = before
        try await told("lamps again") { if case .lamps(.called(2)) = $0 { true } else { false } }
        Self.judge(host, !isRight)
        try await told("other result") {
            if case .result(let result) = $0 { result.isCorrect == !isRight } else { false }
        }
        try await told("other lamps") {
            if case .lamps(let lamps) = $0 { lamps == (isRight ? .wrong : .right) } else { false }
        }
    }
}
