import FoundationEssentials
import TestSupport
import Testing
@preconcurrency import Glibc

@testable import Documents

@Suite struct OpeningTests {
    let directory: TemporaryDirectory
    var path: String { directory.file("db") }
    var file: String { directory.file("db/db.sqlite3") }

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func open(_ options: DatabaseOptions = .init(), in name: String = "db") throws -> Database {
        try Database(path: directory.file(name), options: options)
    }

    private func execute(_ sql: String) throws {
        let connection = try Connection(path: file)
        try connection.execute(sql)
        connection.close()
    }

    private func overwrite(_ range: Range<Int>, with byte: UInt8) throws {
        var data = try Data(contentsOf: URL(filePath: file))
        for index in range where index < data.count { data[index] = byte }
        try data.write(to: URL(filePath: file))
    }

    /// The stored flag of a database in use, so that the next opening takes it for an unclean stop.
    private func markInUse() throws {
        try execute("UPDATE state SET in_use = 1")
    }

    @Test func everythingIsThereAfterReopening() throws {
        let first = try open()
        #expect(first.openingNotice == nil)
        let collection = try first.collection()
        let saved = try collection.save("a", ["n": 1])
        try collection.setRemoteVersion(Sample.version("1@A"), "a", peer: "p")
        try first.setMetadata("k", [7])
        try first.setCheckpoint("c", body: [8], expecting: "")
        try first.close()

        let second = try open()
        #expect(second.source == first.source)
        #expect(second.openingNotice == nil)
        let document = try second.collection().document("a")
        #expect(document?.vector == saved.vector)
        #expect(document?.sequence == saved.sequence)
        #expect(try second.collection().remoteVersion("a", peer: "p") == Sample.version("1@A"))
        #expect(try second.metadata("k") == [7])
        #expect(try second.checkpoint("c")?.revision == "1-cc")
        #expect(try second.collection().save("b", [:]).sequence == saved.sequence + 1)
        try second.close()
    }

    @Test func sequencesAndTimesGoOnAfterReopeningWhateverWasPurgedAndWhateverTheClock() throws {
        let wall = ManualWallClock()
        let first = try open(.init(wallClock: wall.closure))
        let saved = try first.collection().save("a", [:])
        try first.collection().purge("a")
        try first.close()

        wall.now = 0
        let second = try open(.init(wallClock: wall.closure))
        let again = try second.collection().save("a", [:])
        #expect(again.sequence > saved.sequence)
        #expect(try #require(again.vector.current).time > #require(saved.vector.current).time)
        try second.close()
    }

    @Test func aSecondHandleIsKeptOutUntilTheFirstIsClosed() throws {
        let first = try open()
        #expect(failure { try open() }?.code == .locked)
        #expect(failure { try open(.init(readOnly: true)) }?.code == .locked)
        try first.close()
        try open().close()
    }

    @Test func theLastReferenceClosesTheDatabase() throws {
        do { try open().collection().save("a", [:]) }
        let second = try open()
        #expect(try second.collection().lastSequence == 1)
        #expect(try second.collection().save("b", [:]).sequence == 2)
        try second.close()
    }

    @Test func aClosedDatabaseRefusesEverything() throws {
        let database = try open()
        let collection = try database.collection()
        let digest = try database.blobs.add([1])
        try database.close()
        try database.close()
        #expect(failure { try collection.save("a", [:]) }?.code == .closed)
        #expect(failure { try collection.document("a") }?.code == .closed)
        #expect(failure { try database.collection() }?.code == .closed)
        #expect(failure { try database.transaction {} }?.code == .closed)
        #expect(failure { try database.compact() }?.code == .closed)
        #expect(failure { try database.blobs.reader(digest) }?.code == .closed)
        #expect(failure { try database.blobs.writer() }?.code == .closed)
    }

    @Test func aDatabaseIsNotClosedInsideATransaction() throws {
        let database = try open()
        try database.transaction {
            try database.collection().save("a", [:])
            #expect(failure { try database.close() }?.code == .busy)
        }
        #expect(try database.collection().count == 1)
        #expect(try database.blobs.contains(database.blobs.add([1])))
        try database.close()
    }

    @Test func aReadOnlyDatabaseIsReadByMany() throws {
        let writer = try open()
        try writer.collection().save("a", ["n": 1])
        let digest = try writer.blobs.add([1, 2])
        try writer.close()

        let first = try open(.init(readOnly: true))
        let second = try open(.init(readOnly: true))
        for database in [first, second] {
            #expect(try database.collection().document("a")?.int(forKey: "n") == 1)
            #expect(try database.blobs.reader(digest).read() == [1, 2])
            #expect(failure { try database.collection().save("b", [:]) }?.code == .readOnly)
            #expect(failure { try database.blobs.writer() }?.code == .readOnly)
            #expect(failure { try database.compact() }?.code == .readOnly)
            #expect(failure { try database.collection(#require(CollectionName("x"))) }?.code == .notFound)
        }
        #expect(failure { try open() }?.code == .locked)
        try first.close()
        try second.close()
    }

    @Test func readingAfterAnUncleanStopSeesTheLastCommitAndLeavesNoTrace() throws {
        let writer = try open()
        try writer.collection().save("a", ["n": 1])
        // As a power cut leaves it: the last commits are in the log alone.
        try FileManager.default.createDirectory(atPath: directory.file("cut"), withIntermediateDirectories: true)
        for name in ["db.sqlite3", "db.sqlite3-wal", "lock"] {
            try FileManager.default.copyItem(
                atPath: directory.file("db/\(name)"), toPath: directory.file("cut/\(name)"))
        }
        func files() throws -> [String: Data] {
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.file("cut"))
            return Dictionary(
                uniqueKeysWithValues: try names.map {
                    ($0, try Data(contentsOf: URL(filePath: directory.file("cut/\($0)"))))
                })
        }
        let before = try files()
        #expect((before["db.sqlite3-wal"]?.count ?? 0) > 0)
        let first = try open(.init(readOnly: true), in: "cut")
        let second = try open(.init(readOnly: true), in: "cut")
        #expect(failure { try open(in: "cut") }?.code == .locked)
        for database in [first, second] {
            #expect(try database.collection().document("a")?.int(forKey: "n") == 1)
            #expect(failure { try database.collection().save("b", [:]) }?.code == .readOnly)
            try database.close()
        }
        #expect(try files() == before)
        try writer.close()
    }

    @Test func aMissingDatabaseIsNotMadeForReading() throws {
        #expect(failure { try open(.init(readOnly: true)) }?.code == .notFound)
        #expect(!File.exists(path))
    }

    @Test func anotherProgramsDatabaseIsRefusedAndLeftAlone() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try execute("CREATE TABLE theirs (x)")
        #expect(failure { try open() }?.code == .notADatabase)
        try execute("PRAGMA application_id = 7")
        #expect(failure { try open() }?.code == .notADatabase)
        try execute("INSERT INTO theirs VALUES (1)")
    }

    @Test func aFileThatIsNoDatabaseIsRefusedAndLeftAlone() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let text = Data(String(repeating: "dear diary ", count: 1000).utf8)
        try text.write(to: URL(filePath: file))
        #expect(failure { try open() }?.code == .notADatabase)
        #expect(try Data(contentsOf: URL(filePath: file)) == text)
    }

    @Test(arguments: [false, true])
    func aPipeInTheFilesPlaceIsNotWaitedFor(_ isReadOnly: Bool) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(mkfifo(file, 0o600) == 0)
        #expect(failure { try open(.init(readOnly: isReadOnly)) }?.code == .notADatabase)
    }

    @Test func aNewerFormatIsRefusedAndLeftAlone() throws {
        try open().close()
        try execute("PRAGMA user_version = 99")
        let error = failure { try open() }
        #expect(error?.code == .newerFormat)
        #expect(error?.message.contains("99") == true)
    }

    @Test func anEmptyFileBecomesADatabase() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: file))
        let database = try open()
        #expect(database.openingNotice == nil)
        try database.close()
    }

    @Test(arguments: [0..<100, 100..<5000, 24..<28])
    func aDamagedFileIsSetAsideNotDeleted(range: Range<Int>) throws {
        let first = try open()
        try first.transaction(.normal) {
            for number in 0..<2000 { try first.collection().save("document-\(number)", ["n": .integer(Int64(number))]) }
        }
        try first.close()
        try markInUse()
        // The header, the schema and a table, or only a counter that SQLite can do without.
        try overwrite(range, with: 0)
        let isHarmless = range.count == 4

        let second = try open()
        let aside = "\(file).corrupt-1"
        #expect(File.exists(aside) == !isHarmless)
        #expect((second.openingNotice?.contains(aside) == true) == !isHarmless)
        #expect((second.source == first.source) == isHarmless)
        #expect(try second.collection().count == (isHarmless ? 2000 : 0))
        try second.collection().save("a", [:])
        try second.close()
    }

    @Test func damageInTheMiddleIsFoundAfterAnUncleanStop() throws {
        let first = try open()
        try first.transaction(.normal) {
            for number in 0..<2000 { try first.collection().save("document-\(number)", ["n": .integer(Int64(number))]) }
        }
        try first.close()
        try markInUse()
        try overwrite(40_960..<49_152, with: 0x5a)
        #expect(failure { try open(.init(readOnly: true)).collection().headers(after: 0, limit: 5000) } != nil)
        let second = try open()
        #expect(second.openingNotice != nil)
        #expect(File.exists("\(file).corrupt-1"))
        try second.close()
        try markInUse()
        try overwrite(4096..<20_000, with: 0x5a)
        let third = try open()
        #expect(File.exists("\(file).corrupt-2"))
        try third.close()
    }

    @Test func anUncleanStopSkipsSequencesThatAPeerMayHaveSeen() throws {
        let first = try open()
        let saved = try first.collection().save("a", [:])
        try first.close()
        try markInUse()
        let second = try open()
        #expect(second.openingNotice == nil)
        #expect(second.source == first.source)
        #expect(try second.collection().save("b", [:]).sequence == saved.sequence + 1 + 1 << 20)
        try second.close()
    }

    @Test func timesGoOnAfterAnUncleanStopWhateverTheClock() throws {
        let wall = ManualWallClock()
        let first = try open(.init(wallClock: wall.closure))
        let saved = try first.collection().save("a", [:])
        try FileManager.default.createDirectory(atPath: directory.file("copy"), withIntermediateDirectories: true)
        for name in ["db.sqlite3", "db.sqlite3-wal"] {
            try FileManager.default.copyItem(atPath: "\(path)/\(name)", toPath: directory.file("copy/\(name)"))
        }
        try first.close()

        wall.now = 0
        let second = try open(.init(wallClock: wall.closure), in: "copy")
        #expect(try second.collection().document("a")?.vector == saved.vector)
        let next = try second.collection().save("b", [:])
        // What was lost with the power may have carried later times, so the clock skips what that can be.
        let before = try #require(saved.vector.current).time
        #expect(try #require(next.vector.current).time > before + 60_000_000_000)
        try second.close()
    }
}
