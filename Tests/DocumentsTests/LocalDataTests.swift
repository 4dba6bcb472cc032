import FoundationEssentials
import TestSupport
import Testing

@testable import Documents

@Suite struct LocalDataTests {
    let temporary: TemporaryDatabase
    var database: Database { temporary.database }

    init() throws {
        temporary = try TemporaryDatabase()
    }

    @Test func aCheckpointIsReplacedByWhoKnowsItsRevision() throws {
        #expect(try database.checkpoint("cp-1") == nil)
        #expect(try database.setCheckpoint("cp-1", body: [1], expecting: "") == "1-cc")
        #expect(try database.setCheckpoint("cp-1", body: [2], expecting: "1-cc") == "2-cc")
        #expect(try database.checkpoint("cp-1") == StoredCheckpoint(revision: "2-cc", body: [2]))
        #expect(try database.checkpoint("cp-2") == nil)
    }

    @Test(arguments: ["", "1-cc", "3-cc", "2", "2-CC"])
    func aCheckpointIsNotReplacedByWhoDoesNot(revision: String) throws {
        try database.setCheckpoint("c", body: [1], expecting: "")
        try database.setCheckpoint("c", body: [2], expecting: "1-cc")
        #expect(failure { try database.setCheckpoint("c", body: [3], expecting: revision) }?.code == .conflict)
        #expect(try database.checkpoint("c")?.body == [2])
    }

    @Test func anUnknownCheckpointCannotBeExpected() {
        #expect(failure { try database.setCheckpoint("c", body: [], expecting: "1-cc") }?.code == .conflict)
    }

    @Test func checkpointsAreBounded() {
        let large = [UInt8](repeating: 0, count: 1 << 20 + 1)
        #expect(failure { try database.setCheckpoint("c", body: large, expecting: "") }?.code == .tooLarge)
        let name = String(repeating: "x", count: 1025)
        #expect(failure { try database.checkpoint(name) }?.code == .invalidDocument)
        #expect(failure { try database.checkpoint("") }?.code == .invalidDocument)
    }

    @Test func checkpointsBeyondAThousandReplaceThoseSavedLeastOften() throws {
        try database.transaction {
            try database.setCheckpoint("board", body: [1], expecting: "")
            try database.setCheckpoint("board", body: [2], expecting: "1-cc")
            for index in 0..<1_000 { try database.setCheckpoint("stranger-\(index)", body: [0], expecting: "") }
        }
        #expect(try database.checkpoint("board") == StoredCheckpoint(revision: "2-cc", body: [2]))
        let kept = try (0..<1_000).count { try database.checkpoint("stranger-\($0)") != nil }
        #expect(kept == 999)
        // The last one that came is always kept, and what is there can be saved again without loss.
        #expect(try database.checkpoint("stranger-999") != nil)
        try database.setCheckpoint("board", body: [3], expecting: "2-cc")
        #expect(try (0..<1_000).count { try database.checkpoint("stranger-\($0)") != nil } == 999)
    }

    @Test func metadataIsKeptReplacedAndRemoved() throws {
        try database.setMetadata("k", [1, 0, 2])
        #expect(try database.metadata("k") == [1, 0, 2])
        try database.setMetadata("k", [])
        #expect(try database.metadata("k") == [])
        try database.setMetadata("k", nil)
        #expect(try database.metadata("k") == nil)
    }

    @Test func collectionsAreListed() throws {
        let name = try #require(CollectionName("game.answers"))
        #expect(try database.existingCollection(name) == nil)
        _ = try database.collection(name)
        #expect(try database.collectionNames() == [.default, name])
    }

    @Test func aNewDatabaseHasItsDefaultCollection() throws {
        let directory = try TemporaryDirectory()
        let database = try Database(path: directory.file("new"))
        #expect(try database.existingCollection(.default)?.count == 0)
        #expect(try database.collectionNames() == [.default])
    }

    @Test func aReservedLogIsOverwrittenByLaterCommits() throws {
        try database.collection().save("before", ["n": 1])
        try database.reserveLog(bytes: 1 << 20)
        let log = "\(database.path)/db.sqlite3-wal"
        let size = try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
        #expect(try #require(size) >= 1 << 20)
        for number in 0..<20 { try database.collection().save("after-\(number)", ["n": 2]) }
        #expect(try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int == size)
        #expect(try database.metadata("log-reserve") == nil)
        #expect(try database.collection().count == 21)
    }
}
