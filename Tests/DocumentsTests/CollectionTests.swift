import TestSupport
import Testing

@testable import Documents

@Suite struct CollectionTests {
    let temporary: TemporaryDatabase
    var database: Database { temporary.database }
    var collection: Collection { temporary.collection }

    init() throws {
        temporary = try TemporaryDatabase()
    }

    @Test func aSavedDocumentIsReadBack() throws {
        let saved = try collection.save("a", ["title": "Capitals", "count": 3, "tags": ["x", nil]])
        let read = try #require(try collection.document("a"))
        #expect(read.sequence == saved.sequence)
        #expect(read.vector == saved.vector)
        #expect(read.properties == ["title": "Capitals", "count": 3, "tags": ["x", nil]])
        #expect(read.string(forKey: "title") == "Capitals")
        #expect(read.int(forKey: "count") == 3)
        #expect(read.array(forKey: "tags")?.count == 2)
        #expect(read.string(forKey: "count") == nil)
    }

    @Test func eachSaveAddsAVersionByThisSourceAndASequence() throws {
        let first = try collection.save("a", ["n": 1])
        let second = try collection.save("a", ["n": 2])
        #expect(second.vector.versions.count == 1)
        #expect(second.vector.current?.source == database.source)
        #expect(second.vector.compare(first.vector) == .newer)
        #expect(second.sequence > first.sequence)
        #expect(try collection.headers(after: 0, limit: 10).map(\.sequence) == [second.sequence])
    }

    @Test func aLocalEditOverAPeersRevisionKeepsThePeerInItsHistory() throws {
        try collection.insert(Sample.revision("a", "5@A; 2@B"), origin: .peer("p"))
        let edited = try collection.save("a", ["n": 1])
        let merged = try Sample.stored("5@A; 2@B")
        #expect(edited.vector.versions.dropFirst() == merged.versions[...])
        #expect(edited.vector.compare(merged) == .newer)
    }

    @Test func aDeletedDocumentLeavesATombstone() throws {
        let saved = try collection.save("a", ["n": 1])
        #expect(try collection.delete("a"))
        #expect(try collection.document("a") == nil)
        let record = try #require(try collection.record("a"))
        #expect(record.isDeleted)
        #expect(record.body == [UInt8]("{}".utf8))
        #expect(record.vector.compare(saved.vector) == .newer)
        #expect(try collection.count == 0)
        #expect(try collection.headers(after: 0, limit: 10).count == 1)
        #expect(try collection.headers(after: 0, limit: 10, includingDeleted: false).isEmpty)
    }

    @Test func deletingWhatIsNotThereDoesNothing() throws {
        #expect(try collection.delete("a") == false)
        try collection.save("a", [:])
        try collection.delete("a")
        #expect(try collection.delete("a") == false)
        #expect(try collection.purge("b") == false)
    }

    @Test func aPurgedDocumentLeavesNothing() throws {
        try collection.save("a", ["n": 1])
        try collection.setRemoteVersion(Sample.version("1@A"), "a", peer: "p")
        #expect(try collection.purge("a"))
        #expect(try collection.record("a") == nil)
        #expect(try collection.remoteVersion("a", peer: "p") == nil)
        #expect(try collection.headers(after: 0, limit: 10).isEmpty)
    }

    @Test func aPurgedSequenceIsNotUsedAgain() throws {
        let first = try collection.save("a", [:])
        try collection.purge("a")
        #expect(try collection.save("a", [:]).sequence > first.sequence)
    }

    @Test(arguments: ["", String(repeating: "x", count: 256), "_design", "a\u{0}b", "a\nb"])
    func anIDThatCannotTravelIsRefused(id: String) throws {
        let error = failure { try collection.save(id, [:]) }
        #expect(error?.code == .invalidDocument)
    }

    @Test(arguments: ["a", String(repeating: "x", count: 255), String(repeating: "é", count: 127), "a b/ü::1"])
    func anIDUpTo255BytesIsTaken(id: String) throws {
        try collection.save(id, ["n": 1])
        #expect(try collection.document(id)?.id == id)
    }

    @Test(arguments: ["", "[]", "1", "{", "{}x", #"{"a":}"#, #"{"_id":1}"#])
    func aBodyThatIsNoPlainObjectIsRefused(body: String) throws {
        #expect(throws: DocumentsError.self) { try collection.save("a", body: [UInt8](body.utf8)) }
        #expect(try collection.record("a") == nil)
    }

    @Test func anInfiniteNumberIsRefused() throws {
        #expect(throws: DocumentsError.self) { try collection.save("a", ["n": .array([.number(.infinity)])]) }
    }

    @Test func aBodyIsKeptByteForByte() throws {
        let body = [UInt8](#"{ "b" : 1.50e3, "a":"\u00e9" }"#.utf8)
        try collection.save("a", body: body)
        #expect(try collection.record("a")?.body == body)
    }

    @Test func aValueIsWrittenAndReadAsItsType() throws {
        struct Score: Codable, Equatable {
            var playerId: String
            var total: Int64
        }
        let score = Score(playerId: "p", total: 9_007_199_254_740_993)
        try collection.save("s", score)
        #expect(try collection.value("s", as: Score.self) == score)
        #expect(try collection.value("none", as: Score.self) == nil)
        try collection.save("t", ["playerId": "p"])
        let error = failure { try collection.value("t", as: Score.self) }
        #expect(error?.message.contains("'total' is missing") == true)
    }

    @Test func documentsAreListedByPrefixAndPage() throws {
        for id in ["a", "player::1", "player::2", "player::3", "player:;", "z"] { try collection.save(id, [:]) }
        try collection.delete("player::2")
        #expect(try collection.documents(prefix: "player::").map(\.id) == ["player::1", "player::3"])
        #expect(try collection.documents(limit: 2).map(\.id) == ["a", "player::1"])
        #expect(try collection.documents(after: "player::1", limit: 2).map(\.id) == ["player::3", "player:;"])
        #expect(try collection.documents(prefix: "player::", after: "player::3").isEmpty)
    }

    @Test func headersComeInTheOrderOfChangesAndPerCollection() throws {
        let other = try database.collection(#require(CollectionName("other")))
        try collection.save("a", [:])
        try other.save("x", [:])
        try collection.save("b", ["n": 1])
        try collection.save("a", ["n": 2])
        let headers = try collection.headers(after: 0, limit: 10)
        #expect(headers.map(\.id) == ["b", "a"])
        #expect(headers.map(\.bodySize) == [7, 7])
        #expect(try collection.headers(after: headers[0].sequence, limit: 10).map(\.id) == ["a"])
        #expect(try collection.headers(after: 0, limit: 1).map(\.id) == ["b"])
        #expect(try collection.lastSequence == headers[1].sequence)
        #expect(try other.lastSequence < headers[0].sequence)
        #expect(try other.count == 1)
    }

    @Test func whatAPeerHasIsRemembered() throws {
        #expect(try collection.remoteVersion("a", peer: "p") == nil)
        try collection.setRemoteVersion(Sample.version("1@A"), "a", peer: "p")
        try collection.setRemoteVersion(Sample.version("2@A"), "a", peer: "p")
        try collection.setRemoteVersion(Sample.version("9@B"), "a", peer: "q")
        #expect(try collection.remoteVersion("a", peer: "p") == Sample.version("2@A"))
        #expect(try collection.remoteVersion("a", peer: "q") == Sample.version("9@B"))
        #expect(try collection.remoteVersion("b", peer: "p") == nil)
    }
}
