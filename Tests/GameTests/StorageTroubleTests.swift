import Documents
import Quiz
import Testing

@testable import Game

/// A host whose database takes nothing more for a while.
struct StorageTroubleTests {
    private static func fill(_ database: Database) throws -> [String] {
        let attic = try database.collection(try #require(CollectionName("test.attic")))
        var ids: [String] = []
        for size in [16_384, 2_048, 64] {
            while true {
                let id = "ballast-\(ids.count)"
                do {
                    try attic.save(id, ["x": .string(String(repeating: "x", count: size))])
                    ids.append(id)
                } catch let error as DocumentsError where error.code == .diskFull {
                    break
                }
            }
        }
        return ids
    }

    private static func makeRoom(in database: Database, _ ids: [String]) throws {
        let attic = try database.collection(try #require(CollectionName("test.attic")))
        for id in ids { try attic.purge(id) }
    }

    @Test func aQuestionThatCannotBeSavedIsNotOpenedAndTheNextTryOpensIt() async throws {
        let host = try HostedGame(options: DatabaseOptions(maxFileBytes: 512 << 10))
        let ana = try Peer(host, "Ana")
        try ana.join(host)
        try await host.joined(ana.player)
        let ballast = try Self.fill(host.database)
        host.service.handle(.start(at: host.service.now))
        let trouble = try await host.update("trouble") {
            if case .storageTrouble(let text?) = $0 { text } else { nil }
        }
        #expect(trouble.contains("free some space"))
        #expect(host.service.game.stage == .lobby)
        try Self.makeRoom(in: host.database, ballast)
        try await host.update("recovery") { if case .storageTrouble(nil) = $0 { () } else { nil } }
        #expect(host.service.game.stage == .lobby)
        try await host.start()
        _ = try await ana.document(.question(host.id, index: 0), Question.self)
        let troubles = host.updates.elements.filter { if case .storageTrouble = $0 { true } else { false } }
        #expect(troubles.count == 2)
    }

    @Test func whatWasDecidedMeanwhileIsPublishedWhenThereIsRoom() async throws {
        let host = try HostedGame(options: DatabaseOptions(maxFileBytes: 512 << 10))
        let ana = try Peer(host, "Ana")
        let ben = try Peer(host, "Ben")
        for peer in [ana, ben] {
            try peer.join(host)
            try await host.joined(peer.player)
        }
        try await host.start()
        try ana.answer(host, 1)
        let ruled = try await host.ruled(ana.player)
        let ballast = try Self.fill(host.database)
        host.service.handle(.closeEarly(at: host.service.now))
        try await host.update("trouble") { if case .storageTrouble(_?) = $0 { () } else { nil } }
        #expect(host.service.game.phase == .asking)
        try Self.makeRoom(in: host.database, ballast)
        let reveal = try await host.update("reveal") { if case .revealed(let reveal) = $0 { reveal } else { nil } }
        #expect(reveal.results.map(\.points) == [ruled.result.points])
        _ = try await ana.document(.answerResult(host.id, host.question(), ana.player), AnswerResult.self)
    }
}
