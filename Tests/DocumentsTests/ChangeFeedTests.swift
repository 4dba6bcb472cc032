import Synchronization
import TestSupport
import Testing
import Timing

@testable import Documents

@Suite struct ChangeFeedTests {
    let temporary: TemporaryDatabase
    let log = ChangeLog()
    var database: Database { temporary.database }
    var collection: Collection { temporary.collection }

    init() throws {
        temporary = try TemporaryDatabase()
    }

    @Test func aChangeSaysWhatHappened() throws {
        let observation = database.observe(log.append)
        let saved = try collection.save("a", [:])
        try collection.delete("a")
        let received = MonotonicTime(nanoseconds: 7)
        try collection.insert(Sample.revision("b", "1@A"), origin: .peer("p"), receivedAt: received)
        observation.cancel()

        let changes = log.batches.flatMap { $0 }
        try #require(changes.count == 3)
        #expect(changes[0].sequence == saved.sequence)
        #expect(changes[0].vector == saved.vector)
        #expect(changes[0].version == saved.vector.current)
        #expect(changes[0].collection == .default)
        #expect(changes.map(\.isDeleted) == [false, true, false])
        #expect(changes.map(\.origin) == [.local, .local, .peer("p")])
        #expect(changes.map(\.receivedAt) == [nil, nil, received])
    }

    @Test func whatChangesNothingIsNotTold() throws {
        try collection.insert(Sample.revision("a", "2@A"), origin: .peer("p"))
        let observation = database.observe(log.append)
        try collection.insert(Sample.revision("a", "2@A; 1@B"), origin: .peer("p"))
        try collection.insert(Sample.revision("a", "1@A"), origin: .peer("p"))
        try collection.insert(Sample.revision("a", "9@D"), origin: .peer("p"))
        try database.setMetadata("k", [1])
        try collection.setRemoteVersion(Sample.version("1@A"), "a", peer: "p")
        try collection.purge("a")
        observation.cancel()
        #expect(log.batches.isEmpty)
    }

    @Test func aDocumentChangedTwiceInACommitIsToldOnce() throws {
        let observation = database.observe(log.append)
        var last: Int64 = 0
        try database.transaction {
            try collection.save("a", ["n": 1])
            try collection.save("b", [:])
            try collection.save("c", [:])
            last = try collection.save("a", ["n": 2]).sequence
            try collection.purge("c")
        }
        observation.cancel()
        #expect(log.ids == [["b", "a"]])
        #expect(log.batches.first?.last?.sequence == last)
    }

    @Test func aRolledBackChangeIsNotTold() throws {
        struct Refusal: Error {}
        let observation = database.observe(log.append)
        #expect(throws: Refusal.self) {
            try database.transaction {
                try collection.save("a", [:])
                throw Refusal()
            }
        }
        try collection.save("b", [:])
        observation.cancel()
        #expect(log.ids == [["b"]])
    }

    @Test func aCommitInsideAHandlerIsToldAfterThePresentOne() throws {
        let order = Mutex<[String]>([])
        let collection = collection
        let first = database.observe { changes in
            order.withLock { $0.append("first \(changes[0].id)") }
            if changes[0].id == "a" { #expect(throws: Never.self) { try collection.save("b", [:]) } }
            order.withLock { $0.append("end \(changes[0].id)") }
        }
        let second = database.observe { changes in
            order.withLock { $0.append("second \(changes[0].id)") }
        }
        try collection.save("a", [:])
        first.cancel()
        second.cancel()
        #expect(order.withLock { $0 } == ["first a", "end a", "second a", "first b", "end b", "second b"])
    }

    @Test func anEndedObservationIsNotTold() throws {
        var observation: Observation? = database.observe(log.append)
        try collection.save("a", [:])
        #expect(observation != nil)
        observation = nil
        try collection.save("b", [:])
        #expect(log.ids == [["a"]])
    }

    @Test func commitsOfManyThreadsAreToldInTheirOrder() async throws {
        let observation = database.observe(log.append)
        let collection = collection
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    for number in 0..<25 { try collection.save("\(writer)-\(number)", [:]) }
                }
            }
            try await group.waitForAll()
        }
        // A delivering save returns only when nothing is queued, so with the last save everything has been told.
        observation.cancel()
        let sequences = log.batches.flatMap { $0 }.map(\.sequence)
        #expect(sequences == Array(1...200))
    }
}
