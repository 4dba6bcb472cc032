import FoundationEssentials
import TestSupport
import Testing

@testable import Documents

@Suite struct StorageFailureTests {
    @Test func aFullDiskUndoesTheBatchAndLeavesTheDatabaseUsable() throws {
        let temporary = try TemporaryDatabase(.init(maxFileBytes: 200 << 10))
        let (database, collection) = (temporary.database, temporary.collection)
        try collection.save("kept", ["n": 1])
        let log = ChangeLog()
        let observation = database.observe(log.append)
        let body = [UInt8](#"{"x":"\#(String(repeating: "x", count: 4000))"}"#.utf8)
        let error = failure {
            try database.transaction {
                for number in 0..<200 { try collection.save("big-\(number)", body: body) }
            }
        }
        #expect(error?.code == .diskFull)
        #expect(log.batches.isEmpty)
        #expect(try collection.count == 1)
        try collection.save("kept", ["n": 2])
        #expect(log.ids == [["kept"]])
        observation.cancel()
    }

    @Test func aFailureInTheDatabaseDoomsTheTransactionThatCatchesIt() throws {
        let temporary = try TemporaryDatabase(.init(maxFileBytes: 100 << 10))
        let collection = temporary.collection
        let body = [UInt8](#"{"x":"\#(String(repeating: "x", count: 200_000))"}"#.utf8)
        let error = failure {
            try temporary.database.transaction {
                try collection.save("a", [:])
                #expect(failure { try collection.save("big", body: body) }?.code == .diskFull)
                #expect(failure { try collection.save("b", [:]) }?.code == .diskFull)
            }
        }
        #expect(error?.code == .diskFull)
        #expect(try collection.count == 0)
        try collection.save("c", [:])
        #expect(try collection.count == 1)
    }

    @Test func aDocumentAboveTheLimitIsRefused() throws {
        let temporary = try TemporaryDatabase(.init(maxDocumentBytes: 10))
        try temporary.collection.save("a", body: [UInt8](#"{"a":1234}"#.utf8))
        let body = [UInt8](#"{"a":12345}"#.utf8)
        #expect(failure { try temporary.collection.save("a", body: body) }?.code == .tooLarge)
        let revision = IncomingRevision(id: "b", vector: try Sample.stored("1@A"), body: body)
        #expect(failure { try temporary.collection.insert(revision, origin: .local) }?.code == .tooLarge)
    }

    /// Copies of the files taken between the commits are what a killed process, or a lost power, leaves behind.
    @Test func everyCopyOfTheFilesTakenWhileWritingOpensAtAWholeCommit() throws {
        let directory = try TemporaryDirectory()
        let database = try Database(path: directory.file("db"))
        let collection = try database.collection()
        for round in 1...12 {
            try database.transaction(.normal) {
                for number in 0..<(round * 7) {
                    try collection.save("\(round)-\(number)", ["round": .integer(Int64(round))])
                }
                try database.setMetadata("round", [UInt8(round)])
            }
            try Self.copy(directory.file("db"), to: directory.file("copy-\(round)"), cuttingLogBy: round * 997)
            try Self.copy(directory.file("db"), to: directory.file("whole-\(round)"), cuttingLogBy: 0)
        }
        for round in 1...12 {
            for (name, isWhole) in [("copy-\(round)", false), ("whole-\(round)", true)] {
                let copy = try Database(path: directory.file(name))
                #expect(copy.openingNotice == nil)
                #expect(copy.source == database.source)
                let last = Int(try copy.metadata("round")?.first ?? 0)
                #expect(isWhole ? last == round : last <= round)
                // Each commit is there as a whole or not at all.
                #expect(try copy.collection().count == (0...last).reduce(0) { $0 + $1 * 7 })
                let next = try copy.collection().save("next", [:]).sequence
                #expect(try next > collection.lastSequence)
                try copy.close()
            }
        }
        try database.close()
    }

    private static func copy(_ from: String, to: String, cuttingLogBy bytes: Int) throws {
        try FileManager.default.createDirectory(atPath: to, withIntermediateDirectories: true)
        for name in ["db.sqlite3", "db.sqlite3-wal"] {
            var data = try Data(contentsOf: URL(filePath: "\(from)/\(name)"))
            if name.hasSuffix("-wal") { data = data.dropLast(min(bytes, data.count)) }
            try data.write(to: URL(filePath: "\(to)/\(name)"))
        }
    }
}
