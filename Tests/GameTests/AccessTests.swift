import Documents
import FoundationEssentials
import Quiz
import Replication
import Testing

@testable import Game

/// The table of who may push and pull what, row by row, over a real listener and real replicators.
struct AccessTests {
    // MARK: What a seated board may push

    @Test func aSeatedBoardAnswersTheOpenQuestion() async throws {
        let host = try HostedGame()
        let ana = try Peer(host, "Ana")
        try ana.join(host)
        try await host.joined(ana.player)
        try await host.start()
        try ana.answer(host, 1)
        let ruled = try await host.ruled(ana.player)
        #expect(ruled.choice == 1)
        #expect(ruled.result.isCorrect)
        #expect(ana.refusals.isEmpty)
    }

    /// A document that no board may write, as one that has a seat tries to.
    enum Trespass: String, CaseIterable, Sendable {
        case anothersAnswer, anothersPlayer, wrongQuestion, nextQuestion, anotherGame
        case choiceBelow, choiceAbove, contradiction
        case score, leaderboard, result, question, questionState, game, strangeID
    }

    @Test(arguments: Trespass.allCases)
    func whatIsNotABoardsToWriteIsRefused(_ trespass: Trespass) async throws {
        let host = try HostedGame()
        let ana = try Peer(host, "Ana")
        let ben = try PlayerID("Ben")
        try ana.join(host)
        try await host.joined(ana.player)
        try await host.start()
        let id = try Self.commit(trespass, host, ana, ben)
        let refusal = try #require(await ana.refusal(of: id))
        #expect(refusal.domain == "HTTP")
        #expect(refusal.code == 403)
        // The right thing still goes through afterwards, and alone.
        if id != .answer(host.id, host.question(), ana.player) {
            try ana.answer(host, 1)
            #expect(try await host.ruled(ana.player).choice == 1)
        }
        // Nothing of it is kept: only what the host itself has written under that id, if anything.
        let stored = try host.database.collection().document(id.text)
        #expect(stored.map { $0["isForged"] == nil } ?? true)
        if case .answer(_, host.question(), ana.player) = id { #expect(stored == nil) }
        #expect(host.service.game.seats.map(\.player) == [ana.player])
    }

    private static func commit(_ trespass: Trespass, _ host: HostedGame, _ ana: Peer, _ ben: PlayerID) throws
        -> DocumentID
    {
        let game = host.id
        switch trespass {
        case .anothersAnswer:
            try ana.answer(host, 1, as: ben)
            return .answer(game, host.question(), ben)
        case .anothersPlayer:
            try ana.join(host, as: ben)
            return .player(game, ben)
        case .wrongQuestion, .nextQuestion:
            let question = host.question(trespass == .wrongQuestion ? 7 : 1)
            try ana.answer(host, 1, to: question)
            return .answer(game, question, ana.player)
        case .anotherGame:
            let other = try GameID("anotherGame")
            try ana.save(.player(other, ana.player), ["gameId": other.text, "displayName": "Ana", "joinedAt": "x"])
            return .player(other, ana.player)
        case .choiceBelow, .choiceAbove:
            try ana.answer(host, trespass == .choiceBelow ? -1 : 4)
            return .answer(game, host.question(), ana.player)
        case .contradiction:
            let id = DocumentID.answer(game, host.question(), ana.player)
            try ana.save(id, ana.answerDocument(host, 1, as: ben))
            return id
        case .score: return try forge(.score(game, ana.player), ana)
        case .leaderboard: return try forge(.leaderboard(game), ana)
        case .result: return try forge(.answerResult(game, host.question(), ana.player), ana)
        case .question: return try forge(.question(game, index: 1), ana)
        case .questionState: return try forge(.questionState(game), ana)
        case .game: return try forge(.game(game), ana)
        case .strangeID: return try forge(.game(GameID("strange-id")), ana)
        }
    }

    private static func forge(_ id: DocumentID, _ peer: Peer) throws -> DocumentID {
        try peer.save(id, ["isForged": true])
        return id
    }

    @Test func theFirstAnswerStandsWhateverFollows() async throws {
        let host = try HostedGame()
        let ana = try Peer(host, "Ana")
        let ben = try Peer(host, "Ben")
        for peer in [ana, ben] {
            try peer.join(host)
            try await host.joined(peer.player)
        }
        try await host.start()
        try ana.answer(host, 3)
        #expect(try await host.ruled(ana.player).choice == 3)
        try ana.answer(host, 1)
        let refusal = try #require(
            await ana.refusal(of: .answer(host.id, host.question(), ana.player)))
        #expect(refusal.code == 403)
        let reveal = try await host.reveal()
        #expect(reveal.results.map(\.playerId) == [ana.player])
        #expect(reveal.results.map(\.isCorrect) == [false])
    }

    @Test func nothingIsDeletedByABoard() async throws {
        let host = try HostedGame()
        let ana = try Peer(host, "Ana")
        try ana.join(host)
        try await host.joined(ana.player)
        try ana.database.collection().delete(DocumentID.player(host.id, ana.player).text)
        let refusal = try #require(await ana.refusal(of: .player(host.id, ana.player)))
        #expect(refusal.code == 403)
        #expect(try host.database.collection().document(DocumentID.player(host.id, ana.player).text) != nil)
    }

    @Test func attachmentsAndLargeDocumentsAreRefused() async throws {
        let host = try HostedGame()
        let ana = try Peer(host, "Ana")
        let writer = try ana.database.blobs.writer()
        try writer.append(Array("a photo".utf8))
        let digest = try writer.finish()
        var fields: [String: JSON] = [
            "gameId": .string(host.id.text), "displayName": "Ana", "joinedAt": "2026-01-01T00:00:00Z",
            "photo": Blob(digest: digest, length: 7).json,
        ]
        let id = DocumentID.player(host.id, ana.player)
        try ana.database.collection().save(id.text, fields)
        #expect(await ana.refusal(of: id)?.code == 403)

        let ben = try Peer(host, "Ben")
        fields["photo"] = .string(String(repeating: "x", count: 17 << 10))
        let second = DocumentID.player(host.id, ben.player)
        try ben.database.collection().save(second.text, fields)
        #expect(await ben.refusal(of: second)?.code == 413)
        #expect(host.service.game.seats.isEmpty)
    }

    @Test(arguments: [
        ["displayName": "Ana"], ["gameId": "GAME", "joinedAt": "2026-01-01T00:00:00Z"],
        ["gameId": "GAME", "displayName": "\u{1B}\u{7}", "joinedAt": "2026-01-01T00:00:00Z"],
    ])
    func aPlayerWithoutAUsableNameGetsNoSeat(_ fields: [String: String]) async throws {
        let host = try HostedGame()
        let ana = try Peer(host, "Ana")
        let id = DocumentID.player(host.id, ana.player)
        try ana.save(id, fields.mapValues { $0 == "GAME" ? host.id.text : $0 })
        #expect(await ana.refusal(of: id)?.code == 403)
        #expect(host.service.game.seats.isEmpty)
    }

    @Test func aFullRoomSaysSo() async throws {
        var settings = HostSettings()
        settings.seatLimit = 1
        let host = try HostedGame(settings: settings)
        let ana = try Peer(host, "Ana")
        try ana.join(host)
        try await host.joined(ana.player)
        let ben = try Peer(host, "Ben")
        try ben.join(host)
        let refusal = try #require(await ben.refusal(of: .player(host.id, ben.player)))
        #expect(refusal.code == 403)
        #expect(refusal.message == "the room is full: 1 players")
        #expect(await host.complaints.next { $0.contains("the room is full") } != nil)
    }

    // MARK: What may be pulled

    @Test(arguments: ["secret", nil])
    func whoHasNoSeatSeesTheGameAndNothingElse(_ secret: String?) async throws {
        let host = try HostedGame()
        let ana = try Peer(host, "Ana")
        try ana.join(host)
        try await host.joined(ana.player)
        try await host.start()
        let stranger = try Peer(host, "Stranger", secret: secret)
        #expect(try await stranger.document(.game(host.id), GameDocument.self).title == "Test game")
        #expect(await stranger.settled())
        #expect(try stranger.documents == [host.id.text])
    }

    @Test func aSeatedBoardSeesTheRoomAndItsOwnResultsAlone() async throws {
        let host = try HostedGame()
        let ana = try Peer(host, "Ana")
        let ben = try Peer(host, "Ben")
        for peer in [ana, ben] {
            try peer.join(host)
            try await host.joined(peer.player)
        }
        try await host.start()
        try ana.answer(host, 1)
        _ = try await host.ruled(ana.player)
        let open = try await ben.document(.question(host.id, index: 0), Question.self)
        #expect(open.correctChoiceIndex == Question.withheldKey)
        #expect(open.explanation == nil)
        let own = DocumentID.answerResult(host.id, host.question(), ana.player)
        #expect(try !ana.documents.contains(own.text))

        _ = try await host.reveal()
        #expect(try await ana.document(own, AnswerResult.self).isCorrect)
        let known = try await ben.document(.question(host.id, index: 0), Question.self) { $0.correctChoiceIndex >= 0 }
        #expect(known.correctChoiceIndex == 1)
        let standings = try await ben.document(.leaderboard(host.id), Leaderboard.self) {
            $0.entries[0].totalPoints > 0
        }
        #expect(standings.entries.map(\.playerId) == [ana.player, ben.player])
        _ = try await ben.document(.questionState(host.id), QuestionState.self) { $0.isRevealed == true }
        let foreign = try ben.documents.filter { $0.hasPrefix("answer") }
        #expect(foreign.isEmpty)
        // The second question is not asked yet.
        #expect(try !ben.documents.contains(DocumentID.question(host.id, index: 1).text))
    }

    @Test(arguments: ["host.games", "host.cards", "host.rulings", "host.askings", "host.arrivals", "host.secrets"])
    func whatTheHostKeepsForItselfIsAsIfItWereNot(_ name: String) async throws {
        let host = try HostedGame()
        let ana = try Peer(host, "Ana")
        try ana.join(host)
        try await host.joined(ana.player)
        let collection = try #require(CollectionName(name))
        let spy = try Peer(host, "Spy", collections: [collection])
        let ended = await spy.statuses.next { if case .stopped = $0 { true } else { false } }
        guard case .stopped(let error?)? = ended?.element else {
            Issue.record("\(spy.statuses.elements)")
            return
        }
        #expect(error.code == .noSuchCollection)
        #expect(try spy.database.collection(collection).count == 0)
    }

    // MARK: Admission

    @Test func aSeatBelongsToWhoShowedItsSecretFirst() async throws {
        let host = try HostedGame()
        let ana = try Peer(host, "Ana", secret: "hers")
        try ana.join(host)
        try await host.joined(ana.player)
        let thief = try Peer(host, "Ana", secret: "guessed")
        let refused = await thief.statuses.next { if case .stopped = $0 { true } else { false } }
        guard case .stopped(let error?)? = refused?.element else {
            Issue.record("\(thief.statuses.elements)")
            return
        }
        #expect(error.code == .unauthorized)
        #expect(error.message.contains("this seat belongs to another board"))
        let phone = try Peer(host, "Phone", secret: nil)
        try phone.join(host, as: ana.player)
        #expect(await phone.refusal(of: .player(host.id, ana.player))?.code == 403)
    }

    @Test func theSeatIsKeptForItsSecretOverARestart() async throws {
        let first = try HostedGame()
        let ana = try Peer(first, "Ana", secret: "hers")
        try ana.join(first)
        try await first.joined(ana.player)
        await ana.stop()
        try first.end()
        let second = try HostedGame(resuming: first.directory)
        let thief = try Peer(second, "Ana", secret: "guessed")
        let refused = await thief.statuses.next { if case .stopped = $0 { true } else { false } }
        #expect(refused != nil)
        let again = try Peer(second, "Ana", secret: "hers")
        _ = try await again.document(.leaderboard(second.id), Leaderboard.self)
        #expect(second.service.game.seats.map(\.player) == [ana.player])
    }

    @Test func theSecondConnectionOfABoardReplacesTheFirst() async throws {
        let host = try HostedGame()
        let first = try Peer(host, "Ana")
        try first.join(host)
        try await host.joined(first.player)
        let second = try Peer(host, "Ana")
        let ended = await first.statuses.next { if case .stopped = $0 { true } else { false } }
        guard case .stopped(let error?)? = ended?.element else {
            Issue.record("\(first.statuses.elements)")
            return
        }
        #expect(error.message.contains("another connection took this seat"))
        try await host.start()
        _ = try await second.document(.question(host.id, index: 0), Question.self)
        try second.answer(host, 1)
        #expect(try await host.ruled(second.player).choice == 1)
        #expect(host.service.game.connected == [first.player])
    }

    @Test func aPhoneSitsOnThePlayerItPushes() async throws {
        let host = try HostedGame()
        let phone = try Peer(host, "Phone", secret: nil)
        try phone.join(host)
        try await host.joined(phone.player)
        try await host.update("connected") { if case .connected(phone.player) = $0 { () } else { nil } }
        let other = try Peer(host, "Other", secret: nil)
        try other.join(host, as: phone.player)
        #expect(await other.refusal(of: .player(host.id, phone.player))?.code == 403)
        try await host.start()
        _ = try await phone.document(.question(host.id, index: 0), Question.self)
        try phone.answer(host, 1)
        #expect(try await host.ruled(phone.player).choice == 1)
    }
}
