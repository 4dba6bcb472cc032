import Documents
import FoundationEssentials
import Quiz
import Testing
import TestSupport
import Timing

@testable import Game

/// What a host that was killed finds in its database, told without processes.
struct HostRestartTests {
    /// A host that has opened its first question for two boards and died before it ruled on Ana's answer.
    private static func killedBeforeRuling(bootID: String, pressedBefore: Duration? = nil)
        async throws -> (TemporaryDirectory, PlayerID, GameID)
    {
        let host = try HostedGame(bootID: bootID)
        let ana = try Peer(host, "Ana")
        let ben = try Peer(host, "Ben")
        for peer in [ana, ben] {
            try peer.join(host)
            try await host.joined(peer.player)
        }
        try await host.start()
        let arrived = host.service.now
        var answer = ana.answerDocument(host, 1)
        answer.clockErrorNs = pressedBefore == nil ? nil : 0
        answer.pressedAtHostUptimeNs = pressedBefore.map { arrived.advanced(by: .zero - $0).nanoseconds }
        for peer in [ana, ben] { await peer.stop() }
        host.service.stop()
        // As the listener does it, in one transaction; the engine does not hear of it any more.
        try host.database.transaction {
            let id = DocumentID.answer(host.id, answer.questionId, answer.playerId).text
            try host.database.collection().save(id, answer)
            try host.database.collection(HostCollections.arrivals)
                .save(
                    id,
                    RecordedArrival(
                        receivedAtNs: arrived.nanoseconds, bootId: bootID,
                        allowanceNs: Duration.milliseconds(90).nanoseconds))
        }
        try host.end()
        return (host.directory, ana.player, host.id)
    }

    @Test func anAnswerThatWasStoredAndNotRuledOnCountsAfterTheRestart() async throws {
        let (directory, ana, game) = try await Self.killedBeforeRuling(bootID: "first")
        let host = try HostedGame(resuming: directory, bootID: "first")
        #expect(host.id == game)
        let ruled = try await host.ruled(ana)
        #expect(ruled.result.isCorrect)
        let reveal = try await host.reveal()
        #expect(reveal.results.map(\.playerId) == [ana])
        #expect(host.service.game.standings.map(\.points) == [ruled.result.points, 0])
        try host.end()
        // Not a second time.
        let again = try HostedGame(resuming: directory, bootID: "first")
        #expect(again.service.game.standings.map(\.points) == [ruled.result.points, 0])
        #expect(again.updates.elements.allSatisfy { if case .ruled = $0 { false } else { true } })
    }

    @Test func aPlayerThatWasStoredAndNotSeatedSitsAfterTheRestart() async throws {
        let first = try HostedGame()
        let ana = try Peer(first, "Ana")
        try ana.join(first)
        try await first.joined(ana.player)
        await ana.stop()
        first.service.stop()
        // As the listener does it; the engine does not hear of it any more.
        let ben = try PlayerID("Ben")
        for (player, buttons) in [(ana.player, [2]), (ben, [0, 3])] {
            let document = Player(
                gameId: first.id, displayName: player.text, joinedAt: Timestamp(Date(timeIntervalSince1970: 0)),
                buttonsSeen: buttons)
            try first.database.collection().save(DocumentID.player(first.id, player).text, document)
        }
        try first.end()
        let host = try HostedGame(resuming: first.directory)
        try await host.joined(ben)
        #expect(host.service.game.seats.map(\.player) == [ana.player, ben])
        #expect(host.service.game.seats.map(\.buttonsSeen) == [[2], [0, 3]])
        try host.end()
        // Not a second time.
        let again = try HostedGame(resuming: first.directory)
        #expect(again.service.game.seats.count == 2)
        #expect(again.updates.elements.isEmpty)
    }

    @Test func aClaimIsJudgedByWhatWasMeasuredWhenItCame() async throws {
        let (directory, ana, _) = try await Self.killedBeforeRuling(bootID: "first", pressedBefore: .seconds(60))
        let host = try HostedGame(resuming: directory, bootID: "first")
        let result = try await host.ruled(ana).result
        let start = host.service.game.questionState.questionStartHostUptimeNs
        let earliest = max(start, result.hostReceivedUptimeNs - 90_000_000)
        #expect(result.pressedAtHostUptimeNs == earliest && result.wasClamped == true)
    }

    @Test func inANewBootTheOpenQuestionIsAskedAgainAndItsAnswersAreVoid() async throws {
        let (directory, _, game) = try await Self.killedBeforeRuling(bootID: "first")
        let host = try HostedGame(resuming: directory, bootID: "second")
        let void = try await host.update("asked again") { if case .askedAgain(let id) = $0 { id } else { nil } }
        #expect(void == QuestionID(game: game, index: 0, asking: 1))
        #expect(host.service.game.questionState.currentQuestionId == QuestionID(game: game, index: 0, asking: 2))
        let reveal = try await host.reveal()
        #expect(reveal.results.isEmpty)
        #expect(host.service.game.standings.map(\.points) == [0, 0])
    }

    @Test func theArrivalIsStoredWithTheAnswerInTheHostsBoot() async throws {
        let host = try HostedGame(bootID: "this boot")
        let ana = try Peer(host, "Ana")
        try ana.join(host)
        try await host.joined(ana.player)
        try await host.start()
        let before = host.service.now
        try ana.answer(host, 1)
        let ruled = try await host.ruled(ana.player)
        let id = DocumentID.answer(host.id, host.question(), ana.player).text
        let arrival = try #require(
            try host.database.collection(HostCollections.arrivals).value(id, as: RecordedArrival.self))
        #expect(arrival.bootId == "this boot")
        #expect(arrival.receivedAtNs == ruled.result.hostReceivedUptimeNs)
        #expect(arrival.receivedAtNs >= before.nanoseconds)
    }

    @Test func stoppingTheHostDoesNotCloseTheQuestion() async throws {
        let host = try HostedGame(bootID: "first")
        let ana = try Peer(host, "Ana")
        let ben = try Peer(host, "Ben")
        for peer in [ana, ben] {
            try peer.join(host)
            try await host.joined(peer.player)
        }
        try await host.start()
        // With Ben gone everybody who is there has answered; but the host goes first.
        try ana.answer(host, 1)
        _ = try await host.ruled(ana.player)
        let deadline = host.service.game.deadline
        try host.end()
        let again = try HostedGame(resuming: host.directory, bootID: "first")
        #expect(again.service.game.phase == .asking)
        #expect(again.service.game.deadline == deadline)
        #expect(again.service.game.round?.rulings.map(\.result.playerId) == [ana.player])
        _ = ben
    }
}
