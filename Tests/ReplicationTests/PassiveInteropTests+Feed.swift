import BLIP
import Documents
import Testing

@testable import Replication

/// Case 24, what a puller is fed, and pushers that use `changes`.
extension PassiveInteropTests {
    @Test(arguments: [nil, "rev-trees", ""]) func case24AnotherVersioningIsRefused(versioning: String?) async throws {
        let peer = try await host.greeted()
        var properties: BLIPProperties = ["Profile": "subChanges", "collection": "0"]
        properties["versioning"] = versioning
        let reply = try await peer.ask(properties)
        expectError(reply, "LiteCore", 501)
        #expect(reply.error?.message == "Incompatible document versioning.")
        #expect(try await peer.propose([["a", text("1@A")]]) == [0])
    }

    @Test func case24AFilterIsRefused() async throws {
        let peer = try await host.greeted()
        let reply = try await peer.ask([
            "Profile": "subChanges", "collection": "0", "versioning": "version-vectors", "filter": "mine",
        ])
        expectError(reply, "LiteCore", 19)
    }

    /// The ids of a one-shot pull's lists, up to the empty one.
    private func pulledIDs(
        _ peer: RawPeer, _ more: KeyValuePairs<String, String> = [:], body: JSON? = nil
    ) async throws -> [String] {
        var properties: BLIPProperties = [
            "Profile": "subChanges", "collection": "0", "versioning": "version-vectors", "batch": "200",
        ]
        for (key, value) in more { properties[key] = value }
        let reply = try await peer.ask(properties, body?.bytes ?? [])
        #expect(reply.error == nil && reply.body.isEmpty)
        var ids: [String] = []
        while true {
            let list = try await peer.next("changes")
            let rows = try #require(try JSON(parsing: list.body).array)
            if rows.isEmpty {
                #expect(list.noReply)
                return ids
            }
            ids += rows.compactMap { $0[1]?.string }
            peer.reply(to: list, ["blobs": "true"], Array("[]".utf8))
        }
    }

    @Test func case24PullsOfAllKinds() async throws {
        for index in 1...4 { try host.collection.save("\(index)", ["n": .integer(Int64(index))]) }
        try host.collection.delete("2")
        let peer = try await host.greeted()
        #expect(try await pulledIDs(peer) == ["1", "3", "4", "2"])
        #expect(try await pulledIDs(peer, ["since": "3"]) == ["4", "2"])
        #expect(try await pulledIDs(peer, ["since": "nonsense"]) == ["1", "3", "4", "2"])
        #expect(try await pulledIDs(peer, ["since": "99"]) == [])
        #expect(try await pulledIDs(peer, ["activeOnly": "true"]) == ["1", "3", "4"])
        #expect(try await pulledIDs(peer, body: ["docIDs": ["3", "2", "unknown"]]) == ["3", "2"])
    }

    @Test func case24RowsAndRevisions() async throws {
        let peer = try await host.greeted()
        _ = try await push(peer, "a", "3@C; 2@B, 1@A", #"{"n":1}"#)
        _ = try await push(peer, "gone", "1@A", isDeleted: true)
        // Another connection, to which neither is an echo.
        let puller = try await host.greeted("cp-2")
        _ = try await puller.ask(["Profile": "subChanges", "collection": "0", "versioning": "version-vectors"])
        let list = try await puller.next("changes")
        #expect(
            try JSON(parsing: list.body) == [
                [1, "a", .string(text("3@C; 2@B, 1@A")), 0, 7], [2, "gone", .string(text("1@A")), 1, 2],
            ])
        puller.reply(to: list, ["blobs": "true"], Array("[[],[]]".utf8))
        #expect(try JSON(parsing: try await puller.next("changes").body) == [])
        let first = try await puller.next("rev")
        #expect(first.properties["id"] == "a")
        #expect(first.properties["rev"] == text("3@C"))
        #expect(first.properties["history"] == text("2@B, 1@A"))
        #expect(first.properties["sequence"] == "1")
        #expect(first.properties["deleted"] == nil && first.properties["noconflicts"] == nil)
        #expect(String(decoding: first.body, as: UTF8.self) == #"{"n":1}"#)
        let second = try await puller.next("rev")
        #expect(second.properties["rev"] == text("1@A") && second.properties["history"] == nil)
        #expect(second.properties["deleted"] == "1" && second.properties["sequence"] == "2")
        #expect(String(decoding: second.body, as: UTF8.self) == "{}")
        for request in [first, second] { puller.reply(to: request) }
    }

    @Test func case24OnlyWhatWasAskedForIsSent() async throws {
        for id in ["a", "b", "c", "d"] { try host.collection.save(id, ["n": 1]) }
        let peer = try await host.greeted()
        _ = try await peer.ask(["Profile": "subChanges", "collection": "0", "versioning": "version-vectors"])
        let list = try await peer.next("changes")
        peer.reply(to: list, ["blobs": "true"], Array(#"[0,["x"],409]"#.utf8))
        _ = try await peer.next("changes")
        let revision = try await peer.next("rev")
        #expect(revision.properties["id"] == "b")
        peer.reply(to: revision)
        // Nothing else is on its way: the answer to this comes next.
        #expect(try await peer.propose([["e", text("1@A")]]) == [0])
        #expect(peer.requests.waiting.isEmpty)
    }

    @Test func case24AContinuousFeedAnnouncesEachRevisionOnce() async throws {
        try host.collection.save("old", ["n": 1])
        let peer = try await host.greeted()
        _ = try await peer.ask([
            "Profile": "subChanges", "collection": "0", "versioning": "version-vectors", "continuous": "true",
            "since": "1",
        ])
        #expect(try JSON(parsing: try await peer.next("changes").body) == [])
        try host.collection.save("new", ["n": 1])
        let list = try await peer.next("changes")
        #expect(try JSON(parsing: list.body).array?.compactMap { $0[1]?.string } == ["new"])
        peer.reply(to: list, ["blobs": "true"], Array("[[]]".utf8))
        let revision = try await peer.next("rev")
        peer.reply(to: revision)
        // What the peer itself pushes does not come back, and nothing comes twice.
        #expect(try await push(peer, "own", "1@A").error == nil)
        try host.collection.save("last", ["n": 1])
        let next = try await peer.next("changes")
        #expect(try JSON(parsing: next.body).array?.compactMap { $0[1]?.string } == ["last"])
        peer.reply(to: next, ["blobs": "true"], Array("[]".utf8))
    }

    @Test func case24SubscribingAnewTakesThePromisesBack() async throws {
        try host.collection.save("a", ["n": 1])
        let peer = try await host.greeted()
        let subscribe: BLIPProperties = ["Profile": "subChanges", "collection": "0", "versioning": "version-vectors"]
        _ = try await peer.ask(subscribe)
        let stale = try await peer.next("changes")
        _ = try await peer.next("changes")
        _ = try await peer.ask(subscribe)
        let fresh = try await peer.next("changes")
        _ = try await peer.next("changes")
        peer.reply(to: stale, ["blobs": "true"], Array("[[]]".utf8))
        let taken = try await peer.next("norev")
        #expect(taken.properties["id"] == "a" && taken.properties["error"] == "410")
        peer.reply(to: fresh, ["blobs": "true"], Array("[[]]".utf8))
        let revision = try await peer.next("rev")
        #expect(revision.properties["id"] == "a")
        peer.reply(to: revision)
    }

    @Test func case24SubscriptionsWithoutAnswersAreBounded() async throws {
        try host.collection.save("a", ["n": 1])
        let peer = try await host.greeted()
        var refused = 0
        for _ in 0..<40 {
            let reply = try await peer.ask([
                "Profile": "subChanges", "collection": "0", "versioning": "version-vectors",
            ])
            if reply.error?.code == 429 { refused += 1 }
        }
        #expect(refused > 0)
        #expect(try await peer.propose([["b", text("1@A")]]) == [0])
    }

    @Test func aPusherThatUsesChangesIsUnderstood() async throws {
        let peer = try await host.greeted()
        _ = try await push(peer, "same", "1@A")
        _ = try await push(peer, "older", "1@A")
        _ = try await push(peer, "fork", "2@A")
        let rows: JSON = [
            [1, "new", .string(text("1@A"))], [2, "same", .string(text("1@A")), 0, 3],
            [3, "older", .string(text("2@B; 1@A"))], [4, "fork", .string(text("3@B"))],
            [5, "same", "nonsense@", 0], [6, "unknown", "nonsense@", false], [7, "tail", .string(text("1@A")), 1],
        ]
        let reply = try await peer.ask(["Profile": "changes", "collection": "0"], rows)
        #expect(try JSON(parsing: reply.body) == [[], 0, [.string(text("1@A"))], 409, 400, [], []])
        #expect(reply.properties.bool("blobs"))
    }

    @Test func listsOfAnyLengthAreBounded() async throws {
        let peer = try await host.greeted()
        let row: JSON = ["a", .string(text("1@A"))]
        let reply = try await peer.ask(
            ["Profile": "proposeChanges", "collection": "0"], .array([JSON](repeating: row, count: 1_001)))
        expectError(reply, "BLIP", 400)
        #expect(try await peer.propose([["a", text("1@A")]]) == [0])
    }
}
