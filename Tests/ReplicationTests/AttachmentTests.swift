import BLIP
import Documents
import FoundationEssentials
import ReplicationSimulation
import Testing
import WebSocket

@testable import Replication

/// Attachments over real sockets.
@Suite(.timeLimit(.minutes(3))) struct AttachmentTests {
    private static func reference(_ digest: BlobDigest, _ length: Int, type: String? = "text/plain") -> JSON {
        Blob(digest: digest, length: Int64(length), contentType: type).json
    }

    private static func body(_ contents: String) -> String {
        let digest = BlobDigest(of: Array(contents.utf8))
        return String(decoding: JSON.object(["file": reference(digest, contents.utf8.count)]).bytes, as: UTF8.self)
    }

    private let version = String(HybridClock.systemWallClock() - 1_000_000_000, radix: 16) + "@AAAAAAAAAAAAAAAAAAAAAQ"

    /// Peak resident memory of this process since the last call, in bytes.
    private func peakMemory() throws -> Int {
        let status = String(decoding: try Data(contentsOf: URL(filePath: "/proc/self/status")), as: UTF8.self)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        let kilobytes = try #require(line.split(separator: " ").compactMap { Int($0) }.first)
        try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
        return kilobytes << 10
    }

    @Test func aLargeAttachmentIsStreamedBothWays() async throws {
        let megabytes = 200
        let host = try RealHost()
        let board = try RealBoard()
        let writer = try board.database.blobs.writer()
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        for index in 0..<megabytes {
            chunk[0] = UInt8(index)
            try writer.append(chunk)
        }
        let digest = try writer.finish()
        try board.collection.save("film", ["file": Self.reference(digest, megabytes << 20, type: "video/mp4")])
        _ = try peakMemory()
        let before = try peakMemory()
        try board.start(port: host.port)
        #expect(try await board.end() == nil)
        #expect(try host.database.blobs.length(digest) == Int64(megabytes) << 20)

        let other = try RealBoard()
        try other.start(port: host.port)
        #expect(try await other.end() == nil)
        #expect(try other.database.blobs.length(digest) == Int64(megabytes) << 20)
        // Held as a whole it would be there twice, at the sender and at the receiver. Other tests run meanwhile, and need
        // some memory themselves; the next test is more exact.
        #expect(try peakMemory() - before < (megabytes << 20) * 3 / 2)
    }

    @Test(arguments: [false, true]) func aLargeAttachmentIsNeverHeldAsAWhole(isPushed: Bool) throws {
        let pair = try Pair()
        let sender = isPushed ? pair.board : pair.host
        let size = 8 << 20
        let digest = try sender.database.blobs.add([UInt8](repeating: 7, count: size))
        try sender.save("film", ["file": Self.reference(digest, size, type: "video/mp4")])
        let link = pair.network.connect(pair.board, to: pair.host, pair.plan())
        var mostHeld = 0
        pair.network.onStep = {
            let sessions = [LoopbackLink.End.active, .passive].compactMap { link.session($0) }
            let held = sessions.map { $0.blip.queuedBytes + $0.blip.incomingBytes + $0.transport.bufferedBytes }
            mostHeld = max(mostHeld, held.reduce(0, +))
        }
        try pair.network.run()
        #expect(link.isFinished)
        #expect(try (isPushed ? pair.host : pair.board).database.blobs.length(digest) == Int64(size))
        #expect(mostHeld > 0 && mostHeld < 512 << 10)
    }

    @Test func anAttachmentThatIsNotWhatItSaysIsRefusedAndAskedForAgain() async throws {
        let host = try RealHost()
        let peer = try await host.greeted()
        let revision: BLIPProperties = [
            "Profile": "rev", "collection": "0", "id": "a", "rev": version, "sequence": "1",
        ]
        let first = peer.send(revision, Array(Self.body("contents").utf8))
        let question = try await peer.next("getAttachment")
        #expect(question.properties["digest"] == BlobDigest(of: Array("contents".utf8)).description)
        #expect(question.properties["docID"] == "a")
        #expect(question.properties.bool("compress"))
        peer.reply(to: question, [:], Array("contentz".utf8))
        let refusal = try #require(try await first.take().error)
        #expect(refusal.domain == "LiteCore" && refusal.code == 15)
        #expect(try host.text("a") == nil)
        #expect(try !host.database.blobs.contains(BlobDigest(of: Array("contentz".utf8))))

        let second = peer.send(revision, Array(Self.body("contents").utf8))
        peer.reply(to: try await peer.next("getAttachment"), [:], Array("contents".utf8))
        #expect(try await second.take().error == nil)
        #expect(try host.database.blobs.reader(BlobDigest(of: Array("contents".utf8))).read().count == 8)
    }

    @Test func anAttachmentThatIsThereIsNotAskedFor() async throws {
        let host = try RealHost()
        try host.database.blobs.add(Array("contents".utf8))
        let peer = try await host.greeted()
        #expect(try await peer.push("a", version, Self.body("contents")).error == nil)
        #expect(peer.requests.waiting.isEmpty)
    }

    @Test func aMissingAttachmentPassesItsErrorOn() async throws {
        let host = try RealHost()
        let peer = try await host.greeted()
        let pushed = peer.send(
            ["Profile": "rev", "collection": "0", "id": "a", "rev": version, "sequence": "1"],
            Array(Self.body("contents").utf8))
        peer.refuse(try await peer.next("getAttachment"), .http(404, "lost"))
        let error = try #require(try await pushed.take().error)
        #expect(error.domain == "HTTP" && error.code == 404 && error.message == "lost")
        #expect(try host.text("a") == nil)
    }

    @Test func anEmptyAttachmentIsOne() async throws {
        let host = try RealHost()
        let board = try RealBoard()
        let digest = try board.database.blobs.add([])
        try board.collection.save("a", ["file": Self.reference(digest, 0)])
        try board.start(port: host.port)
        #expect(try await board.end() == nil)
        #expect(try host.database.blobs.length(digest) == 0)
    }

    @Test func onlyAttachmentsOfOfferedRevisionsAreServed() async throws {
        let host = try RealHost()
        let secret = try host.database.blobs.add(Array("secret".utf8))
        try host.database.blobs.add(Array("contents".utf8))
        try host.collection.save("a", body: Array(Self.body("contents").utf8))
        let peer = try await host.greeted()
        func ask(_ digest: String) async throws -> BLIPReply {
            try await peer.ask([
                "Profile": "getAttachment", "collection": "0", "digest": digest, "docID": "a",
            ])
        }
        let contents = BlobDigest(of: Array("contents".utf8)).description
        #expect(try await ask(contents).error?.code == 7)
        _ = try await peer.ask(["Profile": "subChanges", "collection": "0", "versioning": "version-vectors"])
        peer.reply(to: try await peer.next("changes"), ["blobs": "true"], Array("[[]]".utf8))
        _ = try await peer.next("changes")
        let revision = try await peer.next("rev")
        // While the revision is unanswered its attachment can be had, as often as one likes, and no other.
        for _ in 0..<2 { #expect(try await ask(contents).body == Array("contents".utf8)) }
        let refusal = try await ask(secret.description)
        #expect(refusal.error?.domain == "LiteCore" && refusal.error?.code == 7)
        let nonsense = try await ask("sha1-nonsense")
        #expect(nonsense.error?.domain == "LiteCore" && nonsense.error?.code == 9)
        peer.reply(to: revision)
        // An answer is handled in the order it came, so by now the offer is over.
        #expect(try await ask(contents).error?.code == 7)
    }

    @Test func aProofOfAnAttachmentIsGivenForOfferedOnesOnly() async throws {
        let host = try RealHost()
        let digest = try host.database.blobs.add(Array("contents".utf8))
        try host.collection.save("a", body: Array(Self.body("contents").utf8))
        let peer = try await host.greeted()
        let question: BLIPProperties = [
            "Profile": "proveAttachment", "collection": "0", "digest": digest.description,
        ]
        #expect(try await peer.ask(question, [1, 2, 3]).error?.code == 7)
        _ = try await peer.ask(["Profile": "subChanges", "collection": "0", "versioning": "version-vectors"])
        peer.reply(to: try await peer.next("changes"), ["blobs": "true"], Array("[[]]".utf8))
        _ = try await peer.next("changes")
        _ = try await peer.next("rev")
        let proof = try await peer.ask(question, [1, 2, 3])
        let expected = BlobDigest(of: [3, 1, 2, 3] + Array("contents".utf8)).description
        #expect(String(decoding: proof.body, as: UTF8.self) == expected)
        #expect(try await peer.ask(question, []).error?.code == 400)
    }

    @Test func aPullThatGotABadAttachmentAsksAgainNextTime() async throws {
        let loop = try WebSocketLoop(name: "server")
        defer { loop.stop() }
        let server = try RawServer(loop: loop)
        let board = try RealBoard()
        for contents in ["contentz", "contents"] {
            try board.start(port: server.port) { $0.pushes = false }
            let peer = try await server.peers.take()
            peer.reply(to: try await peer.next("getCollections"), [:], Array("[{}]".utf8))
            peer.reply(to: try await peer.next("subChanges"))
            let list: BLIPProperties = ["Profile": "changes", "collection": "0"]
            let wanted = try await peer.ask(list, [[1, "a", .string(version)]])
            #expect(String(decoding: wanted.body, as: UTF8.self) == "[[]]")
            _ = peer.send(list, Array("[]".utf8), noReply: true)
            let sent = peer.send(
                ["Profile": "rev", "collection": "0", "id": "a", "rev": version, "sequence": "1"],
                Array(Self.body("contents").utf8))
            peer.reply(to: try await peer.next("getAttachment"), [:], Array(contents.utf8))
            if contents == "contentz" {
                // Nothing is claimed to be here, so there is no checkpoint to save.
                #expect(try await sent.take().error?.code == 15)
            } else {
                #expect(try await sent.take().error == nil)
                peer.reply(to: try await peer.next("setCheckpoint"), ["rev": "1-cc"])
            }
            #expect(try await board.end() == nil)
        }
        #expect(try board.text("a") != nil)
    }
}
