import Documents
import FoundationEssentials
import Game
import Quiz
import TestSupport
import Testing

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
