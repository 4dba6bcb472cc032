import Documents
import ReplicationSimulation
import Testing
import Timing

@testable import Replication

/// What moves where, between a board and a host in which nothing goes wrong.
@Suite struct ExchangeTests {
    let pair: Pair
    var board: VirtualPeer { pair.board }
    var host: VirtualPeer { pair.host }

    init() throws {
        pair = try Pair()
    }

    @Test func aPushBringsEverythingThereAndNothingBack() throws {
        try board.save("a", ["n": 1])
        try board.save("b", ["n": 2])
        try host.save("h", ["n": 3])
        try pair.finish(pair.plan(pull: false))
        #expect(try host.text("a") == #"{"n":1}"#)
        #expect(try host.text("b") == #"{"n":2}"#)
        #expect(try board.text("h") == nil)
    }

    @Test func aPullBringsEverythingHereAndNothingThere() throws {
        try board.save("a")
        try host.save("h", ["n": 3])
        try pair.finish(pair.plan(push: false))
        #expect(try board.text("h") == #"{"n":3}"#)
        #expect(try host.text("a") == nil)
    }

    @Test func bothDirectionsAtOnceEndEqual() throws {
        for index in 0..<30 {
            try board.save("board-\(index)")
            try host.save("host-\(index)")
        }
        try pair.finish()
        try pair.expectEqual()
        #expect(try board.collection.count == 60)
    }

    @Test(arguments: [199, 200, 201, 601, 1_250]) func listsOfAnyLengthAreCutIntoWindows(count: Int) throws {
        try board.database.transaction {
            for index in 0..<count { try board.save("board-\(index)") }
        }
        try host.database.transaction {
            for index in 0..<count { try host.save("host-\(index)") }
        }
        try pair.finish()
        try pair.expectEqual()
        #expect(try host.collection.count == 2 * count)
    }

    @Test func emptyDatabasesFinishAtOnce() throws {
        let link = try pair.finish()
        #expect(link.documentErrors(.active).isEmpty)
        #expect(board.changes.isEmpty && host.changes.isEmpty)
    }

    @Test func whenBothKnowOfEachOtherARunMovesNothing() throws {
        try board.save("a")
        try host.save("b")
        try pair.finish()
        // The host does not remember from whom it has the board's document, and offers it once.
        try pair.finish()
        let before = (board.changes.count, host.changes.count)
        let link = try pair.finish()
        #expect((board.changes.count, host.changes.count) == before)
        // getCollections and subChanges with their answers, and the empty list.
        #expect(link.delivered == 5)
    }

    @Test func tombstonesTravelBothWays() throws {
        try board.save("a")
        try host.save("b")
        try pair.finish()
        try board.delete("a")
        try host.delete("b")
        try pair.finish()
        #expect(try host.collection.record("a")?.isDeleted == true)
        #expect(try board.collection.record("b")?.isDeleted == true)
        try pair.expectEqual()
    }

    @Test func aFirstPullIntoAnEmptyDatabaseSkipsTombstones() throws {
        try host.save("gone")
        try host.delete("gone")
        try host.save("here")
        try pair.finish()
        #expect(try board.collection.record("gone") == nil)
        #expect(try board.text("here") != nil)
    }

    @Test func aPullIntoADatabaseThatHoldsSomethingBringsTombstones() throws {
        try board.save("own")
        try host.save("gone")
        try host.delete("gone")
        try pair.finish()
        #expect(try board.collection.record("gone")?.isDeleted == true)
        try pair.expectEqual()
    }

    @Test func aDeletedDocumentCanBeMadeAnew() throws {
        try board.save("a", ["n": 1])
        try pair.finish()
        try host.delete("a")
        try pair.finish()
        try board.save("a", ["n": 2])
        try pair.finish()
        #expect(try host.text("a") == #"{"n":2}"#)
        try pair.expectEqual()
    }

    @Test func onlyTheNamedDocumentsMove() throws {
        for id in ["x", "y"] {
            try board.save("board-\(id)")
            try host.save("host-\(id)")
        }
        try pair.finish(pair.plan(documentIDs: ["board-x", "host-y"]))
        #expect(try host.text("board-x") != nil)
        #expect(try host.text("board-y") == nil)
        #expect(try board.text("host-y") != nil)
        #expect(try board.text("host-x") == nil)
        // Other documents have other checkpoints: nothing counts as done that was never offered.
        try pair.finish()
        try pair.expectEqual()
    }

    @Test func severalCollectionsKeepApart() throws {
        let names = try [CollectionName.default, #require(CollectionName("answers")), #require(CollectionName("a.b"))]
        for (index, name) in names.enumerated() {
            try board.database.collection(name).save("same", ["n": .integer(Int64(index))])
            try host.database.collection(name).save("from-host-\(index)", ["n": 1])
        }
        try pair.finish(pair.plan(names))
        try pair.expectEqual()
        for (index, name) in names.enumerated() {
            #expect(try host.database.collection(name).document("same")?.int(forKey: "n") == index)
        }
    }

    @Test func aMissingCollectionEndsTheReplicationForGood() throws {
        let name = try #require(CollectionName("answers"))
        try board.database.collection(name).save("a", ["n": 1])
        let link = try pair.replicate(pair.plan([.default, name]))
        #expect(link.failure?.code == .noSuchCollection)
        #expect(link.failure?.isTransient == false)
        #expect(link.failure?.message.contains("_default.answers") == true)
        #expect(link.close == .closed(4002, "Collection '_default.answers' is not found on the remote server"))
    }

    @Test func continuousReplicationCarriesEachChangeOnce() throws {
        _ = pair.network.connect(board, to: host, pair.plan(continuous: true))
        try pair.network.run()
        for round in 1...3 {
            try board.save("a", ["n": .integer(Int64(round))])
            try host.save("h", ["n": .integer(Int64(round))])
            try pair.network.run()
            #expect(try host.text("a") == "{\"n\":\(round)}")
            #expect(try board.text("h") == "{\"n\":\(round)}")
        }
        // Three own edits and three received: nothing came back to where it was written.
        #expect(board.changes.count == 6)
        #expect(host.changes.count == 6)
        try pair.expectEqual()
    }

    @Test func aChangeIsNotOfferedBackToItsAuthor() throws {
        let link = pair.network.connect(board, to: host, pair.plan(continuous: true))
        try pair.network.run()
        let before = link.delivered
        try board.save("a")
        try pair.network.run()
        // rev and setCheckpoint, each with its answer.
        #expect(link.delivered - before == 4)
    }

    @Test func theHostPassesABoardsChangeOnToTheOthers() throws {
        let other = try pair.network.addPeer("other")
        _ = pair.network.connect(board, to: host, pair.plan(continuous: true))
        _ = pair.network.connect(other, to: host, pair.plan(continuous: true))
        try pair.network.run()
        try board.save("a", ["n": 7])
        try pair.network.run()
        #expect(try other.text("a") == #"{"n":7}"#)
        #expect(other.changes.count == 1)
    }

    @Test func aDocumentThatChangesAllTheTimeArrivesInItsLastState() throws {
        let link = pair.network.connect(board, to: host, pair.plan(continuous: true))
        for number in 1...40 {
            pair.network.after(.microseconds(700 * number)) { [board] in
                _ = try? board.save("a", ["n": .integer(Int64(number))])
            }
        }
        try pair.network.run()
        #expect(try host.text("a") == #"{"n":40}"#)
        #expect(link.documentErrors(.active).isEmpty && link.documentErrors(.passive).isEmpty)
        #expect(link.close == nil)
        try pair.expectEqual()
    }

    @Test func moreDocumentsThanTheWindowMayChangeInFlight() throws {
        let count = board.tuning.revisionsInFlight + 50
        try board.database.transaction {
            for index in 0..<count { try board.save("\(index)") }
        }
        _ = pair.network.connect(board, to: host, pair.plan(pull: false, continuous: true))
        // After the proposals are out and before their answers come.
        pair.network.after(.microseconds(3_500)) { [board] in
            try? board.database.transaction {
                for index in 0..<count { try board.save("\(index)", ["n": 2]) }
            }
        }
        try pair.network.run()
        #expect(try host.contents() == board.contents())
        #expect(try host.text("0") == #"{"n":2}"#)
    }

    @Test func aLargeDocumentGoesThroughASmallBuffer() throws {
        let text = String(repeating: "0123456789abcdef", count: 100_000)
        try board.save("big", ["text": .string(text)])
        try host.save("huge", ["text": .string(text + text)])
        try pair.finish()
        #expect(try host.collection.document("big")?.string(forKey: "text") == text)
        try pair.expectEqual()
    }

    /// By less than two minutes, or so far that the clock was obviously never set.
    @Test(arguments: [100, 86_400 * 365 * 5]) func aBoardWhoseClockIsBehindReplicatesAllTheSame(
        seconds: Int
    ) throws {
        let pair = try Pair(boardClockSkew: .seconds(-seconds))
        try pair.host.save("a", ["n": 1])
        try pair.finish()
        try pair.board.save("a", ["n": 2])
        try pair.finish()
        #expect(try pair.host.text("a") == #"{"n":2}"#)
        try pair.expectEqual()
    }

    @Test func aPeerThatNeverAnswersTheGreetingIsGivenUp() throws {
        let link = pair.network.connect(board, to: host, pair.plan())
        host.group.remove(link.id)
        try pair.network.run()
        #expect(link.failure?.isTransient == true)
        #expect(link.close == .closed(4001, "the peer said nothing for 15.0 seconds"))
    }

    @Test func aPeerThatNeverGreetsIsShownOut() throws {
        let link = pair.network.connect(board, to: host, pair.plan())
        board.group.remove(link.id)
        try pair.network.run()
        #expect(link.close == .closed(4001, "the peer said nothing for 15.0 seconds"))
    }

    @Test func aHostWhoseDatabaseFailsAtTheGreetingIsTriedAgain() throws {
        try host.database.close()
        let link = try pair.replicate()
        #expect(link.failure?.isTransient == true)
    }
}
