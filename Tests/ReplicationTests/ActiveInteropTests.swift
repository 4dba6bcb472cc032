import BLIP
import Documents
import Testing
import WebSocket

@testable import Replication

/// Our active peer against a passive one that a test plays, over a real socket.
@Suite(.timeLimit(.minutes(2))) struct ActiveInteropTests {
    let loop: WebSocketLoop
    let server: RawServer
    let board: RealBoard
    let base = HybridClock.systemWallClock() - 60_000_000_000

    init() throws {
        loop = try WebSocketLoop(name: "server")
        server = try RawServer(loop: loop)
        board = try RealBoard()
    }

    private static let author = "AAAAAAAAAAAAAAAAAAAAAQ"

    private func version(_ time: Int64, _ author: String = Self.author) -> String {
        String(UInt64(Int64(base) + time * 1_000_000), radix: 16) + "@" + author
    }

    /// Answers the greeting of the next connection.
    private func welcome(checkpoint: JSON = [:]) async throws -> RawPeer {
        let peer = try await server.peers.take()
        let greeting = try await peer.next("getCollections")
        #expect(greeting.properties["uuid"] == board.database.source.uuidText)
        let body = try JSON(parsing: greeting.body)
        #expect(body["collections"] == ["_default"])
        #expect(body["checkpoint_ids"]?.array?.count == 1)
        peer.reply(to: greeting, [:], JSON.array([checkpoint]).bytes)
        return peer
    }

    /// A checkpoint as the peer returns it.
    private func remembered(_ saved: JSON) -> JSON {
        guard case .object(var fields) = saved else { return saved }
        fields["rev"] = "1-cc"
        return .object(fields)
    }

    /// Answers the subscription and offers rows; returns what the board wants.
    private func offer(_ rows: [JSON], to peer: RawPeer, since: String? = nil) async throws -> [JSON] {
        let subscription = try await peer.next("subChanges")
        #expect(subscription.properties["versioning"] == "version-vectors")
        #expect(subscription.properties["since"] == since)
        peer.reply(to: subscription)
        let list: BLIPProperties = ["Profile": "changes", "collection": "0"]
        let mailbox = peer.send(list, JSON.array(rows).bytes)
        _ = peer.send(list, Array("[]".utf8), noReply: true)
        let reply = try await mailbox.take()
        #expect(reply.error == nil && reply.properties.bool("blobs"))
        return try #require(try JSON(parsing: reply.body).array)
    }

    private func sendRevision(
        _ peer: RawPeer, _ id: String, _ vector: String, sequence: Int, _ body: String = "{}", isDeleted: Bool = false
    ) async throws -> BLIPReply {
        let parsed = try VersionVector(parsing: vector)
        var properties: BLIPProperties = [
            "Profile": "rev", "collection": "0", "id": id, "rev": try #require(parsed.current).description,
            "sequence": "\(sequence)",
        ]
        properties["history"] = parsed.history
        if isDeleted { properties["deleted"] = "1" }
        return try await peer.ask(properties, Array(body.utf8))
    }

    /// Answers the checkpoints of a one-shot replication, and waits for its regular end. Returns the last checkpoint.
    @discardableResult
    private func finish(_ peer: RawPeer, revision first: String = "") async throws -> JSON {
        var last: JSON = nil
        var revision = first
        while let saving = try? await peer.next("setCheckpoint") {
            #expect(saving.properties["rev"] == revision)
            revision += "x"
            peer.reply(to: saving, ["rev": revision])
            last = try JSON(parsing: saving.body)
        }
        #expect(try await peer.end() == .closed(code: 1000, reason: ""))
        #expect(try await board.end() == nil)
        return last
    }

    @Test func case25AllIsAskedForAndOnlyTheFutureRefused() async throws {
        let b = "BBBBBBBBBBBBBBBBBBBBBA"
        let c = "CCCCCCCCCCCCCCCCCCCCCA"
        let year: Int64 = 365 * 86_400_000
        let vectors = [
            version(1), "\(version(2, b)); \(version(1))", "\(version(3, c)), \(version(2, b)), \(version(1));",
            "\(version(3)), \(version(2, b)), \(version(1)); \(version(9, c))", version(1), version(-year),
            version(year),
        ]
        // Something of its own, so that it wants tombstones too.
        try board.collection.save("own", ["n": 1])
        let pulls: (inout Replicator.Configuration) -> Void = { $0.pushes = false }
        try board.start(port: server.port, pulls)
        let first = try await welcome()
        let rows = vectors.enumerated().map { index, vector -> JSON in
            [.integer(Int64(index + 1)), .string("doc-\(index)"), .string(vector), index == 4 ? 1 : 0, 7]
        }
        #expect(try await offer(rows, to: first) == [[], [], [], [], [], [], []])
        for (index, vector) in vectors.enumerated() {
            let reply = try await sendRevision(
                first, "doc-\(index)", vector, sequence: index + 1, "{\"n\":\(index)}", isDeleted: index == 4)
            #expect(reply.error?.domain == (index == 6 ? "LiteCore" : nil))
            #expect(reply.error?.code == (index == 6 ? 4 : nil))
        }
        // The refused one is behind us as well.
        let saved = try await finish(first)
        #expect(saved["remote"] == 7)
        for (index, vector) in vectors.prefix(6).enumerated() {
            #expect(try board.collection.record("doc-\(index)")?.vector.description == vector)
        }
        #expect(try board.collection.record("doc-4")?.isDeleted == true)
        #expect(try board.collection.record("doc-6") == nil)

        // A second connection goes on behind, and declines repeats in either form.
        try board.start(port: server.port, pulls)
        let second = try await welcome(checkpoint: remembered(saved))
        let repeats =
            rows.prefix(6)
            + vectors.prefix(6).enumerated().map { index, vector -> JSON in
                [
                    .integer(Int64(index + 8)), .string("doc-\(index)"),
                    .string(String(vector.prefix { $0 != ";" && $0 != "," })),
                ]
            }
        #expect(try await offer(Array(repeats), to: second, since: "7") == [])
        #expect(try await finish(second, revision: "1-cc")["remote"] == 13)
    }

    @Test func case25AfterAConflictThatIsNoneItProposesAgain() async throws {
        try board.collection.insert(
            IncomingRevision(id: "a", vector: try VersionVector(parsing: version(1)), body: Array("{}".utf8)),
            origin: .local)
        let mine = try board.collection.save("a", ["n": 2])
        try board.start(port: server.port) { $0.pulls = false }
        let peer = try await welcome()
        let proposal = try await peer.next("proposeChanges")
        #expect(proposal.properties.bool("conflictIncludesRev"))
        let row = try #require(try JSON(parsing: proposal.body)[0]?.array)
        // No checkpoint there: no parent is assumed.
        #expect(row.prefix(3) == ["a", .string(mine.vector.description), ""])
        let theirs = "\(version(1)); \(version(0, "DDDDDDDDDDDDDDDDDDDDDA"))"
        peer.reply(to: proposal, ["blobs": "true"], JSON.array([["status": 409, "rev": .string(theirs)]]).bytes)
        let again = try await peer.next("proposeChanges")
        #expect(try JSON(parsing: again.body)[0]?[2] == .string(theirs))
        peer.reply(to: again, ["blobs": "true"], Array("[]".utf8))
        let revision = try await peer.next("rev")
        #expect(revision.properties["rev"] == mine.vector.current?.description)
        #expect(revision.properties["history"] == version(1))
        #expect(revision.properties.bool("noconflicts"))
        peer.reply(to: revision)
        #expect(try await finish(peer)["local"] == .integer(mine.sequence))
    }

    @Test func case25AWindowFullOfDocumentsIsProposedAgain() async throws {
        let count = 250
        try board.database.transaction {
            for index in 0..<count {
                try board.collection.insert(
                    IncomingRevision(
                        id: "\(index)", vector: try VersionVector(parsing: version(1)), body: Array("{}".utf8)),
                    origin: .local)
                try board.collection.save("\(index)", ["n": 2])
            }
        }
        try board.start(port: server.port) {
            $0.pulls = false
            // All of them are under way at once, and all come back.
            $0.tuning.revisionsInFlight = count
        }
        let peer = try await welcome()
        var proposed = 0
        while proposed < count {
            let list = try await peer.next("proposeChanges")
            let rows = try #require(try JSON(parsing: list.body).array)
            #expect(rows.count <= 200)
            proposed += rows.count
            let conflict: JSON = ["status": 409, "rev": .string(version(1))]
            let answers = [JSON](repeating: conflict, count: rows.count)
            peer.reply(to: list, ["blobs": "true"], JSON.array(answers).bytes)
        }
        var again = 0
        while again < count {
            let list = try await peer.next("proposeChanges")
            let rows = try #require(try JSON(parsing: list.body).array)
            #expect(rows.count <= 200)
            #expect(rows.allSatisfy { $0[2] == .string(version(1)) })
            again += rows.count
            peer.reply(to: list, ["blobs": "true"], JSON.array([JSON](repeating: 304, count: rows.count)).bytes)
        }
        #expect(again == count)
        #expect(try await finish(peer)["local"] == .integer(board.collection.lastSequence))
    }

    @Test func case25AConflictIsHeldBackUntilItIsPulled() async throws {
        let mine = try board.collection.save("a", ["by": "board"])
        try board.start(port: server.port)
        // It remembers us, so what we are known to have counts.
        let peer = try await welcome(checkpoint: ["rev": "1-cc"])
        let theirs = version(-1_000)
        // The list is urgent, and may come first.
        let requests = [try await peer.requests.take(), try await peer.requests.take()]
        peer.reply(to: try #require(requests.first { $0.profile == "subChanges" }))
        peer.reply(
            to: try #require(requests.first { $0.profile == "proposeChanges" }), ["blobs": "true"],
            JSON.array([["status": 409, "rev": .string(theirs)]]).bytes)
        // It keeps quiet: the next it says is the answer to the list.
        let list: BLIPProperties = ["Profile": "changes", "collection": "0"]
        let wanted = try await peer.ask(list, [[1, "a", .string(theirs), 0, 7]])
        #expect(peer.requests.waiting.allSatisfy { $0.profile == "setCheckpoint" })
        #expect(try JSON(parsing: wanted.body) == [[.string(try #require(mine.vector.current).description)]])
        _ = peer.send(list, Array("[]".utf8), noReply: true)
        #expect(try await sendRevision(peer, "a", theirs, sequence: 1, #"{"by":"host"}"#).error == nil)
        // The board's is later and wins: the same version, with theirs in its history, and theirs as the parent.
        var again = try await peer.requests.take()
        while again.profile == "setCheckpoint" {
            peer.reply(to: again, ["rev": "1-cc"])
            again = try await peer.requests.take()
        }
        #expect(again.profile == "proposeChanges")
        let row = try #require(try JSON(parsing: again.body)[0]?.array)
        let current = try #require(mine.vector.current).description
        #expect(row.prefix(3) == ["a", .string("\(current); \(theirs)"), .string(theirs)])
        peer.reply(to: again, ["blobs": "true"], Array("[]".utf8))
        let revision = try await peer.next("rev")
        #expect(revision.properties["rev"] == current && revision.properties["history"] == theirs)
        peer.reply(to: revision)
        while let saving = try? await peer.next("setCheckpoint") { peer.reply(to: saving, ["rev": "2-cc"]) }
        #expect(try await board.end() == nil)
        #expect(try board.text("a") == #"{"by":"board"}"#)
    }

    @Test(arguments: [
        JSON.integer(409), ["status": 409, "rev": "not a version"], 403, 500, "nonsense", ["status": 405],
    ]) func case25ARefusedRowIsADocumentErrorAndNothingMore(answer: JSON) async throws {
        try board.collection.save("a", ["n": 1])
        try board.collection.save("b", ["n": 1])
        try board.start(port: server.port) { $0.pulls = false }
        let peer = try await welcome()
        let proposal = try await peer.next("proposeChanges")
        peer.reply(to: proposal, ["blobs": "true"], JSON.array([answer]).bytes)
        let revision = try await peer.next("rev")
        #expect(revision.properties["id"] == "b")
        peer.reply(to: revision)
        #expect(try await finish(peer)["local"] == 2)
        #expect(board.documentErrors.waiting.map(\.id) == ["a"])
    }

    @Test func aRevisionThatWasNotAskedForIsRefusedAndTheConnectionStays() async throws {
        try board.start(port: server.port) { $0.pushes = false }
        let peer = try await welcome()
        let subscription = try await peer.next("subChanges")
        #expect(subscription.properties.bool("activeOnly"))
        peer.reply(to: subscription)
        let surplus = try await sendRevision(peer, "a", version(1), sequence: 1)
        #expect(surplus.error?.domain == "HTTP" && surplus.error?.code == 400)
        let list: BLIPProperties = ["Profile": "changes", "collection": "0"]
        let wanted = try await peer.ask(list, [[1, "a", .string(version(1))]])
        #expect(try JSON(parsing: wanted.body) == [[]])
        var properties: BLIPProperties = ["Profile": "rev", "collection": "0", "id": "a", "rev": version(1)]
        let withoutSequence = try await peer.ask(properties, Array("{}".utf8))
        #expect(withoutSequence.error?.domain == "HTTP" && withoutSequence.error?.code == 400)
        properties["sequence"] = "1"
        // A promise is kept once; this one was broken.
        #expect(try await peer.ask(properties, Array("{}".utf8)).error?.code == 400)
        _ = peer.send(list, Array("[]".utf8), noReply: true)
        #expect(try await finish(peer)["remote"] == 1)
        #expect(try board.collection.record("a") == nil)
    }

    @Test func aPromiseMayBeTakenBackAndAnAccessEnd() async throws {
        try board.collection.save("lost", ["n": 1])
        try board.start(port: server.port) { $0.pushes = false }
        let peer = try await welcome()
        let rows: [JSON] = [
            [1, "gone", .string(version(1))], [2, "lost", .string(version(1)), 2], [3, "here", .string(version(1))],
        ]
        #expect(try await offer(rows, to: peer) == [[], 0, []])
        _ = peer.send(
            [
                "Profile": "norev", "collection": "0", "id": "gone", "rev": version(1), "sequence": "1",
                "error": "404",
            ], noReply: true)
        #expect(try await sendRevision(peer, "here", version(1), sequence: 3).error == nil)
        #expect(try await finish(peer)["remote"] == 3)
        #expect(try board.collection.record("lost") == nil)
        #expect(try board.collection.record("here") != nil)
    }

    @Test func oneMalformedRowDoesNotHideTheOthers() async throws {
        try board.collection.save("here", ["n": 1])
        try board.start(port: server.port) { $0.pushes = false }
        let peer = try await welcome()
        let rows: [JSON] = [
            [1, "here", "nonsense@"], [2, "good", .string(version(1))], [3, "bad", .string("0@\(Self.author)")],
        ]
        #expect(try await offer(rows, to: peer) == [400, [], []])
        #expect(try await sendRevision(peer, "good", version(1), sequence: 2).error == nil)
        let bad: BLIPProperties = [
            "Profile": "rev", "collection": "0", "id": "bad", "rev": "0@\(Self.author)", "sequence": "3",
        ]
        let reply = try await peer.ask(bad, Array("{}".utf8))
        #expect(reply.error?.domain == "HTTP" && reply.error?.code == 400)
        #expect(try await finish(peer)["remote"] == 3)
    }

    /// A host that starts its list over, since the board may see more, lists what it has not sent yet a second time.
    @Test func whatIsListedAgainBeforeItComesIsNotAskedForTwice() async throws {
        try board.start(port: server.port) { $0.pushes = false }
        let peer = try await welcome()
        let list: BLIPProperties = ["Profile": "changes", "collection": "0"]
        peer.reply(to: try await peer.next("subChanges"))
        let first = try await peer.ask(list, [[1, "a", .string(version(1))]])
        #expect(try JSON(parsing: first.body) == [[]])
        let again = try await peer.ask(list, [[1, "a", .string(version(1))], [2, "b", .string(version(2))]])
        #expect(try JSON(parsing: again.body) == [0, []])
        _ = peer.send(list, Array("[]".utf8), noReply: true)
        #expect(try await sendRevision(peer, "a", version(1), sequence: 1).error == nil)
        #expect(try await sendRevision(peer, "b", version(2), sequence: 2).error == nil)
        #expect(try await finish(peer)["remote"] == 2)
        #expect(board.documentErrors.waiting.isEmpty)
    }

    /// What was listed twice is not behind us before it is here.
    @Test func aCheckpointWaitsForWhatWasListedTwice() async throws {
        try board.start(port: server.port) { $0.pushes = false }
        let peer = try await welcome()
        let list: BLIPProperties = ["Profile": "changes", "collection": "0"]
        peer.reply(to: try await peer.next("subChanges"))
        _ = try await peer.ask(list, [[1, "a", .string(version(1))], [2, "b", .string(version(2))]])
        _ = try await peer.ask(list, [[1, "a", .string(version(1))]])
        _ = peer.send(list, Array("[]".utf8), noReply: true)
        #expect(try await sendRevision(peer, "b", version(2), sequence: 2).error == nil)
        peer.drop()
        let once = try await welcome()
        let subscription = try await once.next("subChanges")
        #expect(subscription.properties["since"] == nil)
        once.reply(to: subscription)
        _ = once.send(list, Array("[]".utf8), noReply: true)
        try await finish(once)
    }

    @Test func aSequenceMayBeAnyText() async throws {
        try board.start(port: server.port) { $0.pushes = false }
        let peer = try await welcome()
        #expect(try await offer([["7:abc", "a", .string(version(1))]], to: peer) == [[]])
        #expect(try await sendRevision(peer, "a", version(1), sequence: 1).error == nil)
        let saved = try await finish(peer)
        #expect(saved["remote"] == "7:abc")
        try board.start(port: server.port) { $0.pushes = false }
        let again = try await welcome(checkpoint: remembered(saved))
        let subscription = try await again.next("subChanges")
        #expect(subscription.properties["since"] == #""7:abc""#)
        again.reply(to: subscription)
        _ = again.send(["Profile": "changes", "collection": "0"], Array("[]".utf8), noReply: true)
        #expect(try await again.end() == .closed(code: 1000, reason: ""))
    }

    @Test(arguments: [
        (WireError("BLIP", 404, "no handler for message"), ReplicationError.Code.protocolViolation),
        (WireError("HTTP", 403, "no"), .protocolViolation),
    ]) func aPeerThatRefusesTheGreetingIsLeftForGood(error: WireError, code: ReplicationError.Code) async throws {
        try board.start(port: server.port)
        let peer = try await server.peers.take()
        peer.refuse(try await peer.next("getCollections"), error)
        #expect(try await board.end()?.code == code)
    }

    @Test(arguments: ["", "{}", "[]", "[{},{}]", "nonsense"])
    func aGreetingThatIsNotUnderstoodEndsTheReplication(answer: String) async throws {
        try board.start(port: server.port)
        let peer = try await server.peers.take()
        peer.reply(to: try await peer.next("getCollections"), [:], Array(answer.utf8))
        #expect(try await board.end()?.code == .protocolViolation)
    }

    @Test func aPassingRefusalOfAListBringsItBackLater() async throws {
        try board.collection.save("a", ["n": 1])
        try board.start(port: server.port) { $0.pulls = false }
        let peer = try await welcome()
        peer.refuse(try await peer.next("proposeChanges"), .http(503, "busy"))
        guard case .closed(4001, _) = try await peer.end() else {
            Issue.record("not closed with 4001")
            return
        }
        let again = try await welcome()
        again.reply(to: try await again.next("proposeChanges"), ["blobs": "true"], Array("[304]".utf8))
        #expect(try await finish(again)["local"] == 1)
    }

    @Test func aFrameThatIsNoneEndsTheConnectionWith1011() async throws {
        try board.start(port: server.port)
        let peer = try await welcome()
        peer.connection?.send([1, 2, 3, 4, 5, 6, 7, 8])
        guard case .closed(1011, _) = try await peer.end() else {
            Issue.record("not closed with 1011")
            return
        }
        #expect(try await board.end()?.code == .protocolViolation)
    }
}
