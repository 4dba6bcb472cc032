import Documents
import ReplicationSimulation
import Testing

@testable import Replication

/// Two edits of one document that did not know of each other.
@Suite struct ConflictTests {
    let pair: Pair
    var board: VirtualPeer { pair.board }
    var host: VirtualPeer { pair.host }

    init() throws {
        pair = try Pair()
        try board.save("a", ["n": 0])
        try pair.finish()
    }

    /// Edits on both sides, the host's later.
    private func fork() throws {
        try board.save("a", ["by": "board"])
        pair.network.clock.advance(by: .seconds(1))
        try host.save("a", ["by": "host"])
    }

    @Test(arguments: [false, true]) func theLaterEditWinsOnBothSides(boardIsLater: Bool) throws {
        try (boardIsLater ? host : board).save("a", ["by": "earlier"])
        pair.network.clock.advance(by: .seconds(1))
        try (boardIsLater ? board : host).save("a", ["by": "later"])
        let link = try pair.finish()
        #expect(link.documentErrors(.active).isEmpty)
        #expect(try host.text("a") == #"{"by":"later"}"#)
        try pair.expectEqual()
    }

    @Test(arguments: [false, true]) func theBoardsHistoryHoldsTheLoser(boardIsLater: Bool) throws {
        try (boardIsLater ? host : board).save("a", ["by": "earlier"])
        let loser = try #require(try (boardIsLater ? host : board).collection.record("a")?.vector.current)
        pair.network.clock.advance(by: .seconds(1))
        try (boardIsLater ? board : host).save("a", ["by": "later"])
        try pair.finish()
        #expect(try board.collection.record("a")?.vector.includes(loser) == true)
        // The host needs to know only of what it lost itself; the board's loser never got there.
        #expect(try host.collection.record("a")?.vector.includes(loser) == boardIsLater)
    }

    @Test(arguments: [false, true]) func aDeletionWinsOverALaterEdit(boardDeletes: Bool) throws {
        try (boardDeletes ? board : host).delete("a")
        pair.network.clock.advance(by: .seconds(1))
        try (boardDeletes ? host : board).save("a", ["by": "the other"])
        try pair.finish()
        #expect(try host.collection.record("a")?.isDeleted == true)
        try pair.expectEqual()
    }

    @Test func aMergeGoesBackToTheHost() throws {
        try fork()
        try pair.finish(pair.plan(resolver: { _, _ in .merged(body: Array(#"{"by":"both"}"#.utf8)) }))
        #expect(try host.text("a") == #"{"by":"both"}"#)
        let vector = try #require(try host.collection.record("a")?.vector)
        #expect(vector.current?.source == board.database.source)
        #expect(vector.merged.count == 2)
        try pair.expectEqual()
    }

    @Test func oneConflictAmongManyDocumentsHurtsNoneOfThem() throws {
        try fork()
        for index in 0..<50 { try board.save("\(index)") }
        try pair.finish()
        #expect(try host.collection.count == 51)
        try pair.expectEqual()
    }

    @Test func aConflictWhileConnectedIsSettledToo() throws {
        _ = pair.network.connect(board, to: host, pair.plan(continuous: true))
        try pair.network.run()
        try fork()
        try pair.network.run()
        #expect(try board.text("a") == #"{"by":"host"}"#)
        try pair.expectEqual()
    }

    @Test func bothSidesEditingOverAndOverEndEqual() throws {
        let link = pair.network.connect(board, to: host, pair.plan(continuous: true))
        for number in 1...30 {
            pair.network.after(.microseconds(900 * number)) { [board] in
                _ = try? board.save("a", ["board": .integer(Int64(number))])
            }
            pair.network.after(.microseconds(1_100 * number)) { [host] in
                _ = try? host.save("a", ["host": .integer(Int64(number))])
            }
        }
        try pair.network.run()
        #expect(link.close == nil)
        try pair.expectEqual()
    }

    @Test func aPushAloneReportsTheConflictAndLeavesBothSidesAlone() throws {
        try fork()
        let link = try pair.finish(pair.plan(pull: false))
        let errors = link.documentErrors(.active)
        #expect(errors.count == 1)
        #expect(errors.first?.id == "a" && errors.first?.isPush == true && errors.first?.error.code == 409)
        #expect(try board.text("a") == #"{"by":"board"}"#)
        #expect(try host.text("a") == #"{"by":"host"}"#)
        // Later, with a pull, it is resolved.
        try pair.finish()
        try pair.expectEqual()
    }

    @Test func aParentForgottenByTheBoardIsLearnedFromTheRefusal() throws {
        // Another plan has another checkpoint, so the board does not trust what it knows of the host.
        try board.save("a", ["n": 2])
        let link = try pair.finish(pair.plan(pull: false))
        #expect(link.documentErrors(.active).isEmpty)
        #expect(try host.text("a") == #"{"n":2}"#)
    }

    @Test func threePeersThatEditTheSameDocumentEndEqual() throws {
        let other = try pair.network.addPeer("other")
        try board.save("a", ["by": "board"])
        try other.save("a", ["by": "other"])
        try host.save("a", ["by": "host"])
        for _ in 0..<3 {
            for peer in [board, other] {
                let link = pair.network.connect(peer, to: host, pair.plan())
                try pair.network.run()
                #expect(link.isFinished)
            }
        }
        #expect(try board.contents() == host.contents())
        #expect(try other.contents() == host.contents())
    }

    @Test func theSameMergeOnTwoBoardsIsSwallowed() throws {
        let other = try pair.network.addPeer("other")
        let merging = pair.plan(resolver: { _, _ in .merged(body: Array(#"{"by":"both"}"#.utf8)) })
        try board.save("a", ["by": "board"])
        // The other board gets the same edit by way of a copy of the first host, then the host forks.
        let edit = try #require(try board.collection.record("a"))
        try other.collection.insert(
            IncomingRevision(id: "a", vector: edit.vector, body: edit.body), origin: .local)
        try host.save("a", ["by": "host"])
        let fork = try #require(try host.collection.record("a"))
        // Both merge by themselves before either has pushed.
        for peer in [board, other] {
            try peer.collection.insert(
                IncomingRevision(id: "a", vector: fork.vector, body: fork.body), origin: .peer("host"),
                conflict: .resolve(merging.conflictResolver))
        }
        for peer in [board, other] {
            let link = pair.network.connect(peer, to: host, merging)
            try pair.network.run()
            #expect(link.isFinished)
            #expect(link.documentErrors(.active).isEmpty)
        }
        #expect(try host.text("a") == #"{"by":"both"}"#)
        #expect(try host.collection.record("a")?.vector.current?.source == board.database.source)
        #expect(try other.contents() == host.contents())
    }

    private func revision(_ vector: String, _ body: String = "{}", isDeleted: Bool = false) throws -> IncomingRevision {
        IncomingRevision(
            id: "b", vector: try VersionVector(parsing: vector), isDeleted: isDeleted, body: Array(body.utf8))
    }

    private static let one = "18860000aaaa0000@AAAAAAAAAAAAAAAAAAAAAQ"
    private static let two = "18860000bbbb0000@BBBBBBBBBBBBBBBBBBBBBA"

    /// Two peers that settled one conflict differently, each including the other's version.
    @Test(arguments: [false, true]) func whatWasSettledDifferentlyEndsEqual(boardDeleted: Bool) throws {
        let (deleted, live) = boardDeleted ? (board, host) : (host, board)
        try deleted.collection.insert(
            try revision("\(Self.one); \(Self.two)", isDeleted: true), origin: .local)
        try live.collection.insert(try revision("\(Self.two); \(Self.one)", #"{"n":1}"#), origin: .local)
        try pair.finish()
        try pair.expectEqual()
        #expect(try host.collection.record("b")?.isDeleted == true)
    }

    /// The host takes the new document while its deletion is on the way to the board, where the deletion wins.
    @Test(arguments: [false, true]) func aDocumentMadeAnewWhileADeletionIsOnItsWayEndsEqual(continuous: Bool) throws {
        try host.save("b")
        try host.delete("b")
        try board.save("b", ["made": "anew"])
        try pair.replicate(pair.plan(continuous: continuous))
        try pair.expectEqual()
    }
}
