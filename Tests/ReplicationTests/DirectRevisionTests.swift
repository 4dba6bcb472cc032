import BLIP
import Documents
import Testing
import WebSocket

@testable import Replication

/// A pusher that sends a single small change without proposing it, to a peer that said it takes that.
@Suite(.timeLimit(.minutes(2))) struct DirectRevisionTests {
    let loop: WebSocketLoop
    let server: RawServer
    let board: RealBoard

    init() throws {
        loop = try WebSocketLoop(name: "server")
        server = try RawServer(loop: loop)
        board = try RealBoard()
    }

    /// Starts a continuous push and answers the greeting.
    private func welcome(takesDirectRevisions: Bool = true) async throws -> RawPeer {
        try board.start(port: server.port) {
            $0.pulls = false
            $0.isContinuous = true
        }
        let peer = try await server.peers.take()
        let greeting = try await peer.next("getCollections")
        #expect(greeting.properties.bool("directRevisions"))
        peer.reply(
            to: greeting, takesDirectRevisions ? ["directRevisions": "true"] : [:],
            Array(#"[{"rev":"1-cc"}]"#.utf8))
        return peer
    }

    /// The next request but for checkpoints.
    private func next(_ peer: RawPeer) async throws -> BLIPIncomingRequest {
        while true {
            let request = try await peer.requests.take()
            guard request.profile == "setCheckpoint" else { return request }
            peer.reply(to: request, ["rev": "1-cc"])
        }
    }

    @Test func aSingleSmallChangeIsSentAtOnce() async throws {
        let peer = try await welcome()
        let saved = try board.collection.save("a", ["n": 1])
        let request = try await next(peer)
        #expect(request.profile == "rev" && request.properties["id"] == "a")
        #expect(request.properties["rev"] == saved.vector.current?.description)
        #expect(request.properties.bool("noconflicts"))
        peer.reply(to: request)
    }

    @Test func aPeerThatDoesNotSayThatItTakesThemIsAsked() async throws {
        let peer = try await welcome(takesDirectRevisions: false)
        try board.collection.save("a", ["n": 1])
        #expect(try await next(peer).profile == "proposeChanges")
    }

    @Test func aLargeDocumentIsProposed() async throws {
        let peer = try await welcome()
        try board.collection.save("a", ["text": .string(String(repeating: "x", count: 5_000))])
        #expect(try await next(peer).profile == "proposeChanges")
    }

    @Test func severalChangesAreProposedTogether() async throws {
        let peer = try await welcome()
        try board.database.transaction {
            for id in ["a", "b", "c"] { try board.collection.save(id, ["n": 1]) }
        }
        let list = try await next(peer)
        #expect(list.profile == "proposeChanges")
        #expect(try JSON(parsing: list.body).array?.count == 3)
    }

    @Test func whatComesWhileOneIsOnItsWayIsProposed() async throws {
        let peer = try await welcome()
        try board.collection.save("a", ["n": 1])
        let first = try await next(peer)
        #expect(first.profile == "rev")
        try board.collection.save("b", ["n": 1])
        let second = try await next(peer)
        #expect(second.profile == "proposeChanges")
        peer.reply(to: first)
    }

    @Test(arguments: [nil, "", "15@AAAAAAAAAAAAAAAAAAAAAQ"] as [String?])
    func aConflictIsADocumentErrorWhenNothingIsPulled(theirs: String?) async throws {
        let peer = try await welcome()
        try board.collection.save("a", ["n": 1])
        let direct = try await next(peer)
        #expect(direct.properties["parent"] == "")
        var answer: BLIPProperties = ["status": "409"]
        answer["rev"] = theirs
        peer.reply(to: direct, answer)
        if theirs == "" {
            // The peer has nothing: the document is proposed once more.
            peer.refuse(try await next(peer), .http(503, "busy"))
        } else {
            let error = try await board.documentErrors.take()
            #expect(error.id == "a" && error.error.code == 409)
        }
    }

    @Test func whatThePeerHadAlreadyInItsHistoryIsProposedOverIt() async throws {
        let peer = try await welcome()
        let first = try board.collection.save("a", ["n": 1])
        peer.reply(to: try await next(peer))
        let second = try board.collection.save("a", ["n": 2])
        let direct = try await next(peer)
        #expect(direct.properties["parent"] == first.vector.current?.description)
        // It was rolled back to something that this board knows.
        let theirs = try #require(first.vector.current).description
        peer.reply(to: direct, ["status": "409", "rev": theirs])
        let row = try JSON(parsing: try await next(peer).body)[0]
        #expect(row?[1] == .string(second.vector.description))
        #expect(row?[2] == .string(theirs))
    }

    @Test func theListenerAnswersOneThatConflictsWithWhatItHas() async throws {
        let host = try RealHost()
        let theirs = try host.collection.save("a", ["by": "host"])
        let peer = try await host.connect()
        try await peer.greet()
        let time = String(HybridClock.systemWallClock(), radix: 16)
        let revision: BLIPProperties = [
            "Profile": "rev", "collection": "0", "id": "a", "rev": "\(time)@AAAAAAAAAAAAAAAAAAAAAQ", "parent": "",
            "noconflicts": "1",
        ]
        let reply = try await peer.ask(revision, Array("{}".utf8))
        #expect(reply.error == nil && reply.properties["status"] == "409")
        #expect(reply.properties["rev"] == theirs.vector.description)
        #expect(try host.text("a") == #"{"by":"host"}"#)
    }

    /// A board that edits what the host deleted must not bring it back.
    @Test func theListenerTellsAnEditOfADeletedDocumentFromOneMadeAnew() async throws {
        let host = try RealHost()
        for (id, parent, status) in [("edited", "15@AAAAAAAAAAAAAAAAAAAAAQ", "409"), ("new", "", nil)] {
            try host.collection.save(id, ["by": "host"])
            try host.collection.delete(id)
            let peer = try await host.connect()
            try await peer.greet()
            let time = String(HybridClock.systemWallClock(), radix: 16)
            let revision: BLIPProperties = [
                "Profile": "rev", "collection": "0", "id": id, "rev": "\(time)@AAAAAAAAAAAAAAAAAAAAAQ",
                "parent": parent,
            ]
            #expect(try await peer.ask(revision, Array("{}".utf8)).properties["status"] == status)
        }
    }

    @Test func aDirectRevisionThatIsForbiddenIsADocumentError() async throws {
        let peer = try await welcome()
        try board.collection.save("a", ["n": 1])
        peer.refuse(try await next(peer), .http(403, "not yours"))
        let error = try await board.documentErrors.take()
        #expect(error.id == "a" && error.error.code == 403)
        try board.collection.save("b", ["n": 1])
        #expect(try await next(peer).properties["id"] == "b")
    }

    @Test func onlyWhoAsksIsToldThatTheListenerTakesThem() async throws {
        let host = try RealHost()
        for (asks, answer) in [(true, "true"), (false, nil)] {
            let peer = try await host.connect()
            var greeting: BLIPProperties = ["Profile": "getCollections"]
            if asks { greeting["directRevisions"] = "true" }
            let body = #"{"checkpoint_ids":["cp-1"],"collections":["_default"]}"#
            let reply = try await peer.ask(greeting, Array(body.utf8))
            #expect(reply.properties["directRevisions"] == answer)
        }
    }
}
