import TestSupport
import Testing

@testable import Documents

@Suite struct ConflictTests {
    let temporary: TemporaryDatabase
    let log = ChangeLog()
    var collection: Collection { temporary.collection }

    init() throws {
        temporary = try TemporaryDatabase()
    }

    private func outcome(
        local: IncomingRevision, remote: IncomingRevision, _ policy: ConflictPolicy
    ) throws -> InsertOutcome {
        try collection.insert(local, origin: .peer("q"))
        let observation = temporary.database.observe(log.append)
        defer { observation.cancel() }
        return try collection.insert(remote, origin: .peer("p"), conflict: policy)
    }

    @Test func theRemoteSideWinsWithoutANewVersion() throws {
        let outcome = try outcome(
            local: Sample.revision("a", "5@M; 3@B", #"{"n":1}"#), remote: Sample.revision("a", "7@D", #"{"n":2}"#),
            .resolve { _, _ in .remote })
        let vector = try Sample.stored("7@D; 5@M, 3@B")
        #expect(outcome == .resolved(winner: .remote, sequence: 2, vector: vector))
        #expect(try collection.document("a")?.int(forKey: "n") == 2)
        #expect(log.batches.first?.first?.origin == .peer("p"))
        #expect(try collection.insert(Sample.revision("a", "7@D"), origin: .peer("p")) == .alreadyThere)
    }

    @Test func theLocalSideWinsWithoutANewVersionAndHasToBePushed() throws {
        let outcome = try outcome(
            local: Sample.revision("a", "5@M; 3@B", #"{"n":1}"#), remote: Sample.revision("a", "7@D", #"{"n":2}"#),
            .resolve { _, _ in .local })
        let vector = try Sample.stored("5@M; 7@D, 3@B")
        #expect(outcome == .resolved(winner: .local, sequence: 2, vector: vector))
        #expect(try collection.document("a")?.int(forKey: "n") == 1)
        #expect(log.batches.first?.first?.origin == .local)
        #expect(try collection.insert(Sample.revision("a", "7@D"), origin: .peer("p")) == .alreadyThere)
    }

    @Test func aMergeIsANewVersionThatIncludesBoth() throws {
        let outcome = try outcome(
            local: Sample.revision("a", "5@A; 3@B", #"{"n":1}"#), remote: Sample.revision("a", "7@D", #"{"m":2}"#),
            .resolve { local, remote in
                #expect(String(decoding: local.body, as: UTF8.self) == #"{"n":1}"#)
                #expect(String(decoding: remote.body, as: UTF8.self) == #"{"m":2}"#)
                return .merged(body: [UInt8](#"{"n":1,"m":2}"#.utf8))
            })
        guard case .resolved(.merged, 2, let vector) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(vector.current?.source == temporary.database.source)
        let merged = try Sample.stored("7@D, 5@A; 3@B")
        #expect(vector.versions.dropFirst() == merged.versions[...])
        #expect(vector.mergeCount == 2)
        #expect(try collection.document("a")?.properties == ["n": 1, "m": 2])
        #expect(log.batches.first?.first?.origin == .local)
    }

    @Test(arguments: [(#"{ "n":1 }"#, ConflictWinner.local), (#"{"m":2}"#, .remote)])
    func aMergeEqualToOneSideIsThatSideWinning(body: String, winner: ConflictWinner) throws {
        let outcome = try outcome(
            local: Sample.revision("a", "5@A", #"{"n":1}"#), remote: Sample.revision("a", "7@D", #"{"m":2}"#),
            .resolve { _, _ in .merged(body: [UInt8](body.utf8)) })
        guard case .resolved(winner, _, let vector) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(vector.versions.count == 2)
    }

    @Test func anUnusableMergeIsRefusedAndChangesNothing() throws {
        let error = failure {
            try outcome(
                local: Sample.revision("a", "5@A", #"{"n":1}"#), remote: Sample.revision("a", "7@D"),
                .resolve { _, _ in .merged(body: [1]) })
        }
        #expect(error?.code == .invalidDocument)
        #expect(try collection.record("a")?.vector == Sample.stored("5@A"))
    }

    @Test(arguments: [
        ("5@A", false, "7@D", false, ConflictWinner.remote), ("7@A", false, "5@D", false, .local),
        ("5@A", true, "7@D; 1@A", false, .local), ("7@A", false, "5@D", true, .remote),
        ("5@A", false, "5@D", false, .remote), ("5@D", false, "5@A", false, .local),
    ]) func theDefaultIsDeletionThenTimeThenSource(
        local: String, localDeleted: Bool, remote: String, remoteDeleted: Bool, winner: ConflictWinner
    ) throws {
        // A version in common keeps an unrelated revision from simply replacing a tombstone.
        let local = try Sample.revision("a", local + (localDeleted ? "; 1@C" : ""), deleted: localDeleted)
        var remote = try Sample.revision("a", remote, deleted: remoteDeleted)
        if localDeleted { remote.vector = try Sample.stored("7@D; 1@C") }
        guard case .resolved(winner, _, _) = try outcome(local: local, remote: remote, .default) else {
            Issue.record("the other side won")
            return
        }
        #expect(try collection.record("a")?.isDeleted == (localDeleted || remoteDeleted))
    }

    @Test func whatEachSideIncludesOfTheOtherIsSettledByANewVersion() throws {
        let local = try Sample.revision("a", "5@A; 7@D", deleted: true)
        let remote = try Sample.revision("a", "7@D; 5@A")
        guard case .resolved(.local, _, let vector) = try outcome(local: local, remote: remote, .default) else {
            Issue.record("the deletion lost")
            return
        }
        #expect(vector.compare(local.vector) == .newer && vector.compare(remote.vector) == .newer)
        #expect(try collection.record("a")?.isDeleted == true)
    }

    @Test func twoPeersThatChooseAlikeArriveAtTheSameVector() throws {
        let other = try TemporaryDatabase()
        let a = try Sample.revision("a", "5@A; 3@B", #"{"n":1}"#)
        let d = try Sample.revision("a", "7@D; 2@C", #"{"n":2}"#)
        try collection.insert(a, origin: .local)
        try collection.insert(d, origin: .peer("p"), conflict: .default)
        try other.collection.insert(d, origin: .local)
        try other.collection.insert(a, origin: .peer("p"), conflict: .default)
        #expect(try collection.record("a")?.vector == other.collection.record("a")?.vector)
        #expect(try collection.record("a")?.body == other.collection.record("a")?.body)
    }
}
