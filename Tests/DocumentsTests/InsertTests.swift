import TestSupport
import Testing

@testable import Documents

@Suite struct InsertTests {
    let temporary: TemporaryDatabase
    var collection: Collection { temporary.collection }

    init() throws {
        temporary = try TemporaryDatabase()
    }

    private func insert(
        _ short: String, _ body: String = "{}", deleted: Bool = false, conflict: ConflictPolicy = .refuse
    ) throws -> InsertOutcome {
        try collection.insert(
            Sample.revision("a", short, body, deleted: deleted), origin: .peer("p"), conflict: conflict)
    }

    private func current() throws -> (vector: VersionVector, body: String) {
        let record = try #require(try collection.record("a"))
        return (record.vector, String(decoding: record.body, as: UTF8.self))
    }

    @Test(arguments: ["3@A", "3@A; 2@B", "3@A, 2@B, 1@C;", "3@A, 2@B, 1@A; 9@D"])
    func aNewDocumentIsStoredWithItsWholeVector(short: String) throws {
        let outcome = try insert(short, #"{"n":1}"#)
        let vector = try Sample.stored(short)
        #expect(outcome == .stored(sequence: 1, vector: vector))
        #expect(try current() == (vector, #"{"n":1}"#))
    }

    @Test(arguments: [
        ("1@A", "2@A"), ("2@B; 1@A", "3@C; 2@B, 1@A"), ("9@B", "1@A; 9@B"), ("3@B", "4@D, 3@B, 2@A;"),
    ]) func aRevisionThatIncludesTheLocalOneReplacesItsVector(local: String, incoming: String) throws {
        _ = try insert(local)
        #expect(try insert(incoming, #"{"n":2}"#) == .stored(sequence: 2, vector: Sample.stored(incoming)))
        #expect(try current() == (Sample.stored(incoming), #"{"n":2}"#))
    }

    @Test(arguments: [("2@A", "1@A"), ("3@C; 2@B", "2@B; 1@A"), ("4@D, 3@B, 2@A;", "2@A; 1@C")])
    func aRevisionThatIsIncludedChangesNothing(local: String, incoming: String) throws {
        _ = try insert(local, #"{"n":1}"#)
        #expect(try insert(incoming, #"{"n":2}"#) == .alreadyThere)
        #expect(try current() == (Sample.stored(local), #"{"n":1}"#))
        #expect(try collection.lastSequence == 1)
    }

    @Test(arguments: [
        ("2@A", "2@A; 1@B", "2@A; 1@B"), ("2@A; 1@B", "2@A", "2@A; 1@B"),
        ("2@B; 5@A", "2@B; 1@A, 3@C", "2@B; 5@A, 3@C"), ("4@D, 3@B, 2@A;", "4@D; 1@C", "4@D, 3@B, 2@A; 1@C"),
    ]) func theSameVersionOnlyUnitesTheHistories(local: String, incoming: String, united: String) throws {
        _ = try insert(local, #"{"n":1}"#)
        #expect(try insert(incoming, #"{"n":2}"#) == .alreadyThere)
        #expect(try current() == (Sample.stored(united), #"{"n":1}"#))
        #expect(try collection.lastSequence == 1)
    }

    @Test(arguments: [
        ("2@A; 5@B", "3@C; 2@A", "3@C; 5@B, 2@A"), ("2@B; 1@A", "3@C; 2@B", "3@C; 2@B, 1@A"),
        ("2@A", "3@C; 2@A", "3@C; 2@A"),
        ("2@A; 5@B", "4@D, 3@C, 2@A;", "4@D, 3@C, 2@A; 5@B"), ("2@A; 1@B", "3@A; 1@B", "3@A; 1@B"),
    ]) func aSuccessorKeepsWhatItsSenderDidNotKnowOf(local: String, incoming: String, kept: String) throws {
        _ = try insert(local)
        #expect(try insert(incoming) == .stored(sequence: 2, vector: Sample.stored(kept)))
    }

    @Test func aConflictIsReportedWithTheLocalVector() throws {
        _ = try insert("2@A; 1@B", #"{"n":1}"#)
        #expect(try insert("9@C", #"{"n":2}"#) == .conflict(local: Sample.stored("2@A; 1@B")))
        #expect(try current() == (Sample.stored("2@A; 1@B"), #"{"n":1}"#))
    }

    @Test func theSameMergeOfEqualBodiesIsThere() throws {
        _ = try insert("4@D, 3@B, 2@A;", #"{"a":1,"b":2}"#)
        #expect(try insert("5@C, 2@A, 3@B;", #"{ "b":2, "a":1 }"#) == .alreadyThere)
        #expect(try current().vector == Sample.stored("4@D, 3@B, 2@A;"))
    }

    @Test func whoResolvesTakesTheOtherSidesSameMerge() throws {
        _ = try insert("4@D, 3@B, 2@A;", #"{"a":1}"#)
        let outcome = try insert("5@C, 2@A, 3@B;", #"{"a":1}"#, conflict: .default)
        guard case .resolved(.remote, _, let vector) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try vector.current == Sample.stored("5@C").current)
    }

    @Test func theSameMergeWithAnotherBodyOrFateConflicts() throws {
        _ = try insert("4@D, 3@B, 2@A;", #"{"a":1}"#)
        let local = try Sample.stored("4@D, 3@B, 2@A;")
        #expect(try insert("5@C, 3@B, 2@A;", #"{"a":2}"#) == .conflict(local: local))
        #expect(try insert("5@C, 3@B, 2@A;", #"{"a":1}"#, deleted: true) == .conflict(local: local))
        #expect(try insert("5@C, 3@B, 1@A;", #"{"a":1}"#) == .conflict(local: local))
    }

    @Test func anUnrelatedLiveRevisionReplacesATombstone() throws {
        _ = try insert("2@A", deleted: true)
        #expect(try insert("1@B", #"{"n":1}"#) == .stored(sequence: 2, vector: Sample.stored("1@B; 2@A")))
        #expect(try collection.document("a")?.int(forKey: "n") == 1)
        // What the deletion had behind it does not come back.
        #expect(try insert("1@A", #"{"n":0}"#) == .alreadyThere)
    }

    @Test func withAResolverATombstoneIsTheResolversToKeep() throws {
        _ = try insert("2@A", deleted: true)
        let outcome = try insert("1@B", #"{"n":1}"#, conflict: .default)
        #expect(try outcome == .resolved(winner: .local, sequence: 2, vector: Sample.stored("2@A; 1@B")))
        #expect(try collection.document("a") == nil)
    }

    @Test func aRelatedOrDeletedRevisionDoesNotReplaceATombstone() throws {
        _ = try insert("3@A; 1@B", deleted: true)
        let local = try Sample.stored("3@A; 1@B")
        #expect(try insert("2@C; 1@B") == .conflict(local: local))
        #expect(try insert("2@C", deleted: true) == .conflict(local: local))
    }

    @Test func reservedKeysAreNotStoredAndTheRestStaysAsItWas() throws {
        _ = try insert("1@A", #"{"_id":"a", "n" : 1.0 ,"_attachments":{"x":[1]},"m":{"_k":2},"\u005frev":3}"#)
        #expect(try current().body == #"{"n" : 1.0,"m":{"_k":2}}"#)
    }

    @Test(arguments: ["", "[]", "{", "\"x\"", #"{"a":01}"#])
    func aBodyThatIsNoObjectIsRefused(body: String) throws {
        let error = failure { try insert("1@A", body) }
        #expect(error?.code == .invalidDocument)
    }

    @Test func anEmptyVectorIsRefused() throws {
        let revision = IncomingRevision(id: "a", vector: .empty, body: [UInt8]("{}".utf8))
        let error = failure { try collection.insert(revision, origin: .peer("p")) }
        #expect(error?.code == .invalidVersion)
    }

    @Test func aRefusedRevisionLeavesItsBatchIntact() throws {
        try temporary.database.transaction(.normal) {
            _ = try insert("1@A")
            let tooEarly = IncomingRevision(id: "b", vector: try Sample.vector("1@A"), body: [UInt8]("{}".utf8))
            let error = failure { try collection.insert(tooEarly, origin: .peer("p")) }
            #expect(error?.code == .invalidTimestamp)
            _ = try insert("2@A")
        }
        #expect(try current().vector == Sample.stored("2@A"))
        #expect(try collection.count == 1)
    }

    @Test func aVersionFromTheFutureIsRefusedEvenByOneself() throws {
        let future = HybridClock.systemWallClock() + 3_600_000_000_000
        let sources = [try Sample.version("1@A").source, temporary.database.source]
        for source in sources {
            let vectors = [
                VersionVector(Version(time: future, source: source)),
                VersionVector(
                    versions: [try Sample.stored("1@B").versions[0], Version(time: future, source: source)],
                    mergeCount: 0),
            ]
            for vector in vectors {
                let revision = IncomingRevision(id: "a", vector: vector, body: [UInt8]("{}".utf8))
                let error = failure { try collection.insert(revision, origin: .local) }
                #expect(error?.code == .invalidTimestamp)
            }
        }
        #expect(try collection.record("a") == nil)
    }
}
