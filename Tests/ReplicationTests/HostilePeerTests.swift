import BLIP
import Documents
import Testing
import Timing

@testable import Replication

/// Peers that ask for more than they need, of a listener on a real port.
@Suite struct HostilePeerTests {
    private static let checkpoint: BLIPProperties = ["Profile": "getCheckpoint", "collection": "0", "client": "c"]
    private static let subscription: BLIPProperties = [
        "Profile": "subChanges", "collection": "0", "versioning": "version-vectors",
    ]

    /// Of some author, a minute ago.
    private static let version =
        String(HybridClock.systemWallClock() - 60_000_000_000, radix: 16) + "@AAAAAAAAAAAAAAAAAAAAAQ"

    @Test func aFloodIsHeardAtItsRateAndOthersAtTheirs() async throws {
        // The greeting is one of them. Nothing comes back while the test runs.
        let host = try RealHost { $0.tuning.requestLimit = RateLimit(perSecond: 1e-6, burst: 11) }
        let flood = try await host.greeted("flood")
        let answers = (0..<100).map { _ in flood.send(Self.checkpoint) }
        for answer in answers.prefix(10) { #expect(try await answer.take().error?.code == 404) }
        let board = try await host.greeted("board")
        for _ in 0..<10 { #expect(try await board.ask(Self.checkpoint).error?.code == 404) }
        // What was not heard goes with the connection, and nobody waits for it.
        flood.drop()
        _ = try await host.events.take { if case .disconnected = $0 { true } else { false } }
        await #expect(throws: RawPeer.Ended.self) { try await answers[10].take() }
    }

    @Test func aListOfAMegabyteIsNotRead() async throws {
        let host = try RealHost()
        let peer = try await host.greeted()
        let list = Array("[\(String(repeating: "[],", count: 400_000))[]]".utf8)
        for profile in ["changes", "proposeChanges"] {
            let reply = try await peer.ask(["Profile": profile, "collection": "0"], list)
            #expect(reply.error?.code == 413)
        }
        #expect(try await peer.ask(Self.subscription, list).error?.code == 400)
        #expect(try await peer.propose([["a", Self.version]]) == [0])
    }

    @Test func aGreetingOfAMegabyteIsNotRead() async throws {
        let host = try RealHost()
        let peer = try await host.connect()
        let body =
            #"{"checkpoint_ids":["a"],"collections":["_default"],"x":""# + String(repeating: "x", count: 1 << 20)
            + "\"}"
        let reply = try await peer.ask(["Profile": "getCollections"], Array(body.utf8))
        #expect(reply.error?.domain == "BLIP" && reply.error?.code == 400)
    }

    @Test func subscriptionsOfOneConnectionAreCounted() async throws {
        let host = try RealHost { $0.tuning.maxSubscriptions = 3 }
        let peer = try await host.greeted()
        for _ in 0..<3 { #expect(try await peer.ask(Self.subscription).error == nil) }
        #expect(try await peer.ask(Self.subscription).error?.code == 429)
    }

    @Test func whoMayWriteSmallDocumentsCannotSendLargeMessages() async throws {
        let host = try RealHost {
            $0.admit = { _ in
                .accept(name: nil) { _ in
                    var access = PeerAccess()
                    access.maxDocumentBytes = 1_000
                    return access
                }
            }
        }
        let fits = try await host.greeted()
        #expect(try await fits.push("a", Self.version, String(repeating: " ", count: 900) + "{}").error == nil)
        #expect(try await fits.push("b", Self.version, String(repeating: " ", count: 1_000) + "{}").error?.code == 413)
        // A document of that size would be refused in any case; so much need not even be received.
        _ = fits.send(["Profile": "rev", "collection": "0"], [UInt8](repeating: 0x20, count: 1 << 20))
        guard case .closed(1011, let reason) = try await fits.end() else {
            Issue.record("still open, or closed otherwise")
            return
        }
        #expect(reason.contains("unreadable frame"))
    }

    @Test func aProofOfALargeAttachmentIsNotGiven() async throws {
        let host = try RealHost { $0.tuning.maxProofBytes = 7 }
        let digest = try host.database.blobs.add(Array("contents".utf8))
        let body = #"{"p":{"@type":"blob","digest":"\#(digest)","length":8}}"#
        try host.collection.save("a", body: Array(body.utf8))
        let peer = try await host.greeted()
        _ = try await peer.ask(Self.subscription)
        peer.reply(to: try await peer.next("changes"), ["blobs": "true"], Array("[[]]".utf8))
        _ = try await peer.next("changes")
        _ = try await peer.next("rev")
        let question: BLIPProperties = ["Profile": "proveAttachment", "collection": "0", "digest": digest.description]
        #expect(try await peer.ask(question, [1, 2, 3]).error?.code == 413)
    }

    @Test func thePeersLastWordsAreMadePlain() async throws {
        let host = try RealHost()
        let peer = try await host.greeted()
        peer.close(4000, "\u{1B}[2J\u{9B}31m\u{202E}bye")
        let event = try await host.events.take { if case .disconnected = $0 { true } else { false } }
        guard case .disconnected(_, let reason) = event else { return }
        #expect(reason == "closed with 4000: \u{FFFD}[2J\u{FFFD}31m\u{FFFD}bye")
    }

    @Test func aRefusalsWordsAreMadePlain() throws {
        let pair = try Pair()
        pair.host.access.refusesOffer = { _, _ in nil }
        pair.host.access.refusesRevision = { _ in .http(403, "no\u{1B}[2J" + String(repeating: "x", count: 1_000)) }
        try pair.board.save("a")
        let error = try #require(try pair.finish().documentErrors(.active).first?.error)
        #expect(error.message.hasPrefix("no\u{FFFD}[2Jx"))
        #expect(error.message.unicodeScalars.count == 500)
    }

    @Test func aLongFeedIsReadInTurnsAndComesWhole() throws {
        let pair = try Pair()
        pair.host.tuning.listsPerTurn = 1
        pair.host.tuning.rowsPerList = 2
        // Most of them are not for this peer, so that lists go by without anything to wait for.
        pair.host.access.mayPull = { _, header in header.id.hasSuffix("9") }
        for index in 0..<50 { try pair.host.save("doc-\(index)") }
        try pair.finish()
        let expected: Set = ["doc-9", "doc-19", "doc-29", "doc-39", "doc-49"]
        #expect(try Set(pair.board.collection.documents().map(\.id)) == expected)
    }
}
