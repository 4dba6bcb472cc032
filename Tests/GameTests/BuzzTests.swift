import Documents
import Quiz
import Replication
import TestSupport
import Testing
import Timing

@testable import Game

/// A question that is answered aloud, through real databases and sockets.
struct BuzzTests {
    /// A host with Ana and Ben on one buzz question, at which Ana has pressed.
    static func pressed() async throws -> (HostedGame, Peer, Peer) {
        let card = try QuestionCard(text: "Who?", choices: [], correct: [], kind: .buzz, limitSeconds: 60)
        let host = try HostedGame(bootID: "first", cards: [card])
        let ana = try Peer(host, "Ana")
        let ben = try Peer(host, "Ben")
        for peer in [ana, ben] {
            try peer.join(host)
            try await host.joined(peer.player)
        }
        try await host.start()
        for peer in [ana, ben] {
            _ = try await peer.document(.questionState(host.id), QuestionState.self) { $0.phase == .asking }
        }
        try ana.answer(host, 3)
        return (host, ana, ben)
    }

    @Test func theBoardsHearWhoseTurnItIsAndWhoIsOut() async throws {
        let (host, ana, ben) = try await Self.pressed()
        defer { withExtendedLifetime((ana, ben)) {} }
        let state = try await ben.document(.questionState(host.id), QuestionState.self) { $0.answeringPlayerId != nil }
        #expect(state.answeringPlayerId == ana.player && state.phase == .closed)
        host.service.handle(.verdict(isRight: false, at: host.service.now))
        let again = try await ana.document(.questionState(host.id), QuestionState.self) { $0.phase == .asking }
        #expect(again.lockedOutPlayerIds == [ana.player] && again.answeringPlayerId == nil)
        let result = try await ana.document(
            .answerResult(host.id, host.question(), ana.player), AnswerResult.self)
        #expect(result.buzzPlace == 1 && !result.isCorrect)
        // Who is out stays out, and who is not may press any of the buttons, but no fifth one.
        try ana.answer(host, 0, to: host.question(asking: 2))
        try await host.update("rejection") { if case .rejected(_, .lockedOut) = $0 { () } else { nil } }
        try ben.answer(host, 4, to: host.question(asking: 2))
        _ = try #require(await ben.refusal(of: .answer(host.id, host.question(asking: 2), ben.player)))
    }

    @Test func aHostThatDiesWhileSomebodyAnswersGoesOnThere() async throws {
        let (host, ana, ben) = try await Self.pressed()
        defer { withExtendedLifetime((ana, ben)) {} }
        try await host.update("call") { if case .called = $0 { () } else { nil } }
        for peer in [ana, ben] { await peer.stop() }
        try host.end()
        let again = try HostedGame(resuming: host.directory, bootID: "first")
        #expect(again.service.game.questionState.answeringPlayerId == ana.player)
        #expect(again.service.game.buzz?.places.map(\.player) == [ana.player])
        again.service.handle(.verdict(isRight: true, at: again.service.now))
        let reveal = try await again.update("reveal") { if case .revealed(let reveal) = $0 { reveal } else { nil } }
        #expect(reveal.results.map(\.isCorrect) == [true])
        #expect(again.service.game.standings.first?.points == reveal.results.first?.points)
        // What was said is with the host's own rulings, too.
        let kept = try again.database.collection(HostCollections.rulings)
            .documents(prefix: "answerResult::").map { try $0.decode(RuledAnswer.self) }
        #expect(kept.map(\.result) == reveal.results)
        try again.end()
    }

    @Test func aHostThatEndsWaitsUntilItsBoardsKnow() async throws {
        let host = try HostedGame(correct: [1])
        let ana = try Peer(host, "Ana")
        defer { withExtendedLifetime(ana) {} }
        try ana.join(host)
        try await host.joined(ana.player)
        #expect(await ana.settled())
        // Not over: nothing to wait for.
        await host.service.sayGoodbye(atMost: .seconds(600))
        host.service.handle(.finish(at: host.service.now))
        try await host.update("finished") { if case .finished = $0 { () } else { nil } }
        await host.service.sayGoodbye(atMost: .seconds(600))
        let game = try ana.database.collection().value(host.id.text, as: GameDocument.self)
        #expect(game?.phase == .finished, "what was confirmed is there at once")
    }
}
