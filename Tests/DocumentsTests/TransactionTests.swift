import TestSupport
import Testing

@testable import Documents

@Suite struct TransactionTests {
    private struct Refusal: Error {}

    let temporary: TemporaryDatabase
    var database: Database { temporary.database }
    var collection: Collection { temporary.collection }

    init() throws {
        temporary = try TemporaryDatabase()
    }

    @Test func anErrorUndoesTheWhole() throws {
        try collection.save("a", ["n": 1])
        #expect(throws: Refusal.self) {
            try database.transaction {
                try collection.save("a", ["n": 2])
                try collection.save("b", [:])
                try database.setMetadata("k", [1])
                try database.setCheckpoint("c", body: [1], expecting: "")
                throw Refusal()
            }
        }
        #expect(try collection.document("a")?.int(forKey: "n") == 1)
        #expect(try collection.document("b") == nil)
        #expect(try database.metadata("k") == nil)
        #expect(try database.checkpoint("c") == nil)
    }

    @Test func nestedTransactionsAreOneCommit() throws {
        let log = ChangeLog()
        let observation = database.observe(log.append)
        try database.transaction(.normal) {
            try collection.save("a", [:])
            try database.transaction {
                try collection.save("b", [:])
                #expect(try collection.document("a") != nil)
            }
            #expect(log.batches.isEmpty)
        }
        #expect(log.ids == [["a", "b"]])
        observation.cancel()
    }

    @Test func aFailedNestedTransactionUndoesTheOuterOneThatCatchesIt() throws {
        var caught: [any Error] = []
        do {
            try database.transaction {
                try collection.save("a", [:])
                do { try database.transaction { throw Refusal() } } catch { caught.append(error) }
                do { try collection.save("b", [:]) } catch { caught.append(error) }
            }
        } catch { caught.append(error) }
        #expect(caught.count == 3)
        #expect(caught.allSatisfy { $0 is Refusal })
        #expect(try collection.count == 0)
    }

    @Test func aRefusedOperationUndoesNothing() throws {
        try database.transaction {
            try collection.save("a", [:])
            #expect(failure { try collection.save("", [:]) }?.code == .invalidDocument)
            #expect(failure { try database.setCheckpoint("c", body: [], expecting: "9-cc") }?.code == .conflict)
        }
        #expect(try collection.count == 1)
    }

    @Test func aSequenceIsNotUsedAgainAfterARollback() throws {
        var undone: Int64 = 0
        #expect(throws: Refusal.self) {
            try database.transaction {
                undone = try collection.save("a", [:]).sequence
                throw Refusal()
            }
        }
        #expect(try collection.save("b", [:]).sequence > undone)
    }

    @Test func aCollectionMadeInAnUndoneTransactionCanBeUsedAgain() throws {
        let name = try #require(CollectionName("late"))
        var late: Collection?
        #expect(throws: Refusal.self) {
            try database.transaction {
                late = try database.collection(name)
                throw Refusal()
            }
        }
        #expect(try database.existingCollection(name) == nil)
        try database.collection(#require(CollectionName("other"))).save("x", [:])
        #expect(try late?.document("x") == nil)
        try late?.save("a", [:])
        #expect(try database.existingCollection(name)?.count == 1)
    }

    @Test func manyThreadsWriteWithoutLosingAnything() async throws {
        let collection = collection
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    for number in 0..<25 {
                        try collection.database.transaction(.normal) {
                            let count = try collection.document("counter")?.int(forKey: "n") ?? 0
                            try collection.save("counter", ["n": .integer(Int64(count + 1))])
                            try collection.save("\(writer)-\(number)", [:])
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try collection.document("counter")?.int(forKey: "n") == 200)
        #expect(try collection.count == 201)
        let sequences = try collection.headers(after: 0, limit: 1000).map(\.sequence)
        #expect(sequences == sequences.sorted())
        #expect(Set(sequences).count == 201)
    }
}
