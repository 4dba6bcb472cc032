import FoundationEssentials
import TestSupport
import Testing

@testable import Documents

@Suite struct BlobTests {
    static let hello = [UInt8]("hello blob hello blob".utf8)
    static let helloDigest = "sha1-AL0ahpFPEh7DurB9XxwLf5rK0bY="

    let temporary: TemporaryDatabase
    var blobs: BlobStore { temporary.database.blobs }

    init() throws {
        temporary = try TemporaryDatabase()
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: temporary.path + "/blobs").sorted()
    }

    @Test func aDigestIsReadAndWritten() throws {
        #expect(BlobDigest(of: Self.hello).description == Self.helloDigest)
        #expect(BlobDigest(Self.helloDigest) == BlobDigest(of: Self.hello))
        #expect(BlobDigest(hex: BlobDigest(of: Self.hello).hex) == BlobDigest(of: Self.hello))
    }

    @Test(arguments: [
        "", "sha1-", "AL0ahpFPEh7DurB9XxwLf5rK0bY=", "sha1-AL0ahpFPEh7DurB9XxwLf5rK0bY",
        "sha1-AL0ahpFPEh7DurB9XxwLf5rK0bZ=", "sha1-AL0ahpFPEh7DurB9XxwLf5rK0b==", "SHA1-AL0ahpFPEh7DurB9XxwLf5rK0bY=",
        "sha1-AL0ahpFPEh7DurB9XxwLf5rK0-Y=", "sha1-AL0ahpFPEh7DurB9XxwLf5rK0bY= ", "sha1-../../../../../../etc/passwd=",
    ]) func aMalformedDigestIsRefused(text: String) {
        #expect(BlobDigest(text) == nil)
    }

    @Test func aBlobIsWrittenAndReadInPieces() throws {
        let contents = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let writer = try blobs.writer()
        for start in stride(from: 0, to: contents.count, by: 7_919) {
            try writer.append(Array(contents[start..<min(start + 7_919, contents.count)]))
        }
        #expect(writer.length == 300_000)
        let digest = try writer.finish(expecting: BlobDigest(of: contents))
        #expect(try blobs.contains(digest))
        #expect(try blobs.length(digest) == 300_000)
        let reader = try blobs.reader(digest)
        #expect(reader.length == 300_000)
        var read: [UInt8] = []
        while case let piece = try reader.read(10_000), !piece.isEmpty { read += piece }
        #expect(read == contents)
    }

    @Test func anEmptyBlobIsABlob() throws {
        let digest = try blobs.add([])
        #expect(digest == BlobDigest(of: []))
        #expect(try blobs.reader(digest).read().isEmpty)
        #expect(try blobs.length(digest) == 0)
    }

    @Test func theSameContentsAreOneFile() throws {
        #expect(try blobs.add(Self.hello) == blobs.add(Self.hello))
        #expect(try files().count == 1)
    }

    @Test func aBlobOtherThanAnnouncedIsRefusedAndLeavesNothing() throws {
        let announced = BlobDigest(of: [1])
        let writer = try blobs.writer()
        try writer.append(Self.hello)
        #expect(failure { try writer.finish(expecting: announced) }?.code == .corrupt)
        #expect(try files().isEmpty)
        #expect(try !blobs.contains(announced))
        #expect(failure { try blobs.reader(announced) }?.code == .notFound)
        #expect(try blobs.length(announced) == nil)
    }

    @Test func anUnfinishedBlobLeavesNothing() throws {
        do {
            let dropped = try blobs.writer()
            try dropped.append(Self.hello)
            let aborted = try blobs.writer()
            try aborted.append(Self.hello)
            #expect(try files().count == 2)
            aborted.abort()
            aborted.abort()
            #expect(failure { try aborted.append([1]) }?.code == .closed)
            #expect(failure { try aborted.finish() }?.code == .closed)
            #expect(dropped.length == 21)
        }
        #expect(try files().isEmpty)
    }

    @Test func aBlobAboveTheLimitIsRefused() throws {
        let small = try TemporaryDatabase(.init(maxBlobBytes: 10))
        let writer = try small.database.blobs.writer()
        try writer.append([UInt8](repeating: 0, count: 10))
        #expect(failure { try writer.append([0]) }?.code == .tooLarge)
    }

    @Test func whatAnUncleanStopLeftIsRemovedAtTheNextOpening() throws {
        let digest = try blobs.add(Self.hello)
        try temporary.database.close()
        try Data([1]).write(to: URL(filePath: temporary.path + "/blobs/0123.part"))
        let again = try Database(path: temporary.path)
        #expect(try files() == [digest.hex])
        try again.close()
    }

    @Test func referencesAreFoundAtAnyDepth() throws {
        let first = Blob(digest: BlobDigest(of: [1]), length: 1, contentType: "image/png")
        let second = Blob(digest: BlobDigest(of: [2]), length: nil)
        let body: JSON = [
            "a": first.json, "b": [["c": second.json]], "again": first.json,
            "no": ["@type": "blob", "digest": "sha1-x"],
            "other": ["@type": "set", "digest": .string(BlobDigest(of: [3]).description)],
        ]
        #expect(Set(try Blob.references(in: body.bytes)) == [first, second])
        let escaped = #"{"a":{"\u0040type":"blob","digest":"\#(Self.helloDigest)","length":21}}"#
        #expect(try Blob.references(in: [UInt8](escaped.utf8)).map(\.length) == [21])
        #expect(try Blob.references(in: [UInt8](#"{"a":"@type"}"#.utf8)).isEmpty)
        #expect(failure { try Blob.references(in: [1]) }?.code == .invalidDocument)
    }

    @Test func compactingRemovesWhatNoDocumentRefersTo() throws {
        let kept = try blobs.add([1])
        let dropped = try blobs.add([2])
        let revision = IncomingRevision(
            id: "a", vector: try Sample.stored("1@A"),
            body: JSON.object(["x": [Blob(digest: kept, length: 1).json]]).bytes)
        try temporary.collection.insert(revision, origin: .peer("p"))
        #expect(try temporary.database.compact(sparingYoungerThan: .seconds(3600)) == 0)
        #expect(try temporary.database.compact() == 1)
        #expect(try blobs.contains(kept))
        #expect(try !blobs.contains(dropped))
        try temporary.collection.delete("a")
        #expect(try temporary.database.compact() == 1)
        #expect(try files().isEmpty)
    }
}
