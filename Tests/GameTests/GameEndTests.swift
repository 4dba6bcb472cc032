import Documents
import FoundationEssentials
import Quiz
import TestSupport
import Testing

@testable import Game

/// A board whose last documents all come at once, as after a break in the connection.
struct GameEndTests {
    @Test func theEndIsToldAfterWhatCameWithIt() async throws {
        let directory = try TemporaryDirectory()
        let database = try Database(path: directory.file("board"))
        let source = try Database(path: directory.file("host"))
        let identity = try PlayerIdentity.load(from: database)
        let id = try GameID("game")
        let question = QuestionID(game: id, index: 0)
        let hosted = try source.collection()
        try hosted.save(
            DocumentID.answerResult(id, question, identity.player).text,
            AnswerResult(
                gameId: id, questionId: question, playerId: identity.player, isCorrect: true, points: 900,
                hostReceivedSeq: 1, hostReceivedUptimeNs: 1))
        try hosted.save(
            id.text,
            GameDocument(
                title: "t", joinCode: "ABC123", phase: .finished, questionCount: 1,
                createdAt: Timestamp(Date(timeIntervalSince1970: 0))))
        let updates = EventLog<PlayerUpdate>()
        let engine = try PlayerEngine(identity: identity, name: "Ana", database: database) { updates.append($0) }
        try engine.start()
        let documents = try database.collection()
        try database.transaction {
            for document in try hosted.documents() {
                guard let record = try hosted.record(document.id) else { continue }
                try documents.insert(
                    IncomingRevision(id: record.id, vector: record.vector, body: record.body), origin: .peer("host"))
            }
        }
        let end = try #require(await updates.next { if case .finished = $0 { true } else { false } })
        let before = updates.elements.prefix(end.after)
        #expect(before.contains { if case .result(let result) = $0 { result.points == 900 } else { false } })
        engine.stop()
    }
}

/// A game that was stopped in the middle, and another one in the same database.
struct InterruptedGameTests {
    @Test func aLobbyDoesNotTakeTheInterruptedGamesPlace() async throws {
        let first = try HostedGame()
        let ana = try Peer(first, "Ana")
        try ana.join(first)
        try await first.joined(ana.player)
        try await first.start()
        await ana.stop()
        try first.end()

        // Somebody hosts another one, sees what was forgotten, and quits.
        let second = try HostedGame(in: first.directory)
        #expect(second.service.interrupted?.joinCode == first.service.game.joinCode)
        #expect(second.service.interrupted?.question == 1 && second.service.interrupted?.questions == 2)
        try second.end()
        let resumed = try HostedGame(resuming: first.directory)
        #expect(resumed.id == first.id && resumed.service.interrupted == nil)
        try resumed.end()
        let games = try GameArchive(Database(path: first.directory.file("host"))).games()
        #expect(games.map(\.isEmpty) == [true, false], "a lobby that nobody entered is nothing to list")

        // This one is played: from its first question on it is the one to go on with.
        let third = try HostedGame(in: first.directory)
        let ben = try Peer(third, "Ben")
        try ben.join(third)
        try await third.joined(ben.player)
        try await third.start()
        await ben.stop()
        try third.end()
        let again = try HostedGame(resuming: first.directory)
        #expect(again.id == third.id)
        try again.end()
    }

    @Test func aGameThatIsOverInterruptsNothing() async throws {
        let first = try HostedGame()
        first.service.handle(.finish(at: first.service.now))
        try await first.update("finished") { if case .finished = $0 { () } else { nil } }
        try first.end()
        let second = try HostedGame(in: first.directory)
        #expect(second.service.interrupted == nil)
        try second.end()
    }
}
