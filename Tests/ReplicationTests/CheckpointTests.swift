import Documents
import ReplicationSimulation
import Testing

@testable import Replication

/// What both sides remember between connections, and when they had better not believe it.
@Suite struct CheckpointTests {
    let pair: Pair
    var board: VirtualPeer { pair.board }
    var host: VirtualPeer { pair.host }

    init() throws {
        pair = try Pair()
        try board.save("board-1")
        try host.save("host-1")
        try pair.finish()
    }

    /// More work after the state that a test goes back to.
    private func workOn() throws {
        try board.save("board-1", ["n": 2])
        try board.save("board-2")
        try host.save("host-1", ["n": 2])
        try host.save("host-2")
        try host.delete("board-1")
        try pair.finish()
        try board.save("board-3")
        try host.save("host-3")
        try pair.finish()
        try pair.expectEqual()
    }

    private static let everything: Set = ["board-1", "board-2", "board-3", "host-1", "host-2", "host-3"]

    private func expectNothingLost() throws {
        try pair.expectEqual()
        let ids = Set(try host.contents().keys.map { String($0.dropFirst("_default._default/".count)) })
        #expect(ids == Self.everything)
        #expect(try host.text("host-1") == #"{"n":2}"#)
    }

    enum Side: CaseIterable {
        case board
        case host
    }

    private func peer(_ side: Side) -> VirtualPeer { side == .board ? board : host }

    @Test(arguments: Side.allCases) func anEarlierCopyOfEitherDatabaseIsFilledUp(side: Side) throws {
        let copy = try peer(side).copy()
        try workOn()
        try peer(side).rollBack(to: copy)
        try pair.finish()
        try expectNothingLost()
    }

    @Test(arguments: Side.allCases) func anEarlierCopyThatIsWorkedWithFirstIsFilledUpToo(side: Side) throws {
        let copy = try peer(side).copy()
        try workOn()
        try peer(side).rollBack(to: copy)
        for index in 0..<20 { try peer(side).save("\(side)-new-\(index)") }
        try pair.finish()
        try pair.expectEqual()
        #expect(Self.everything.isSubset(of: Set(try host.collection.headers(after: 0, limit: .max).map(\.id))))
        #expect(try host.collection.headers(after: 0, limit: .max).count == Self.everything.count + 20)
    }

    @Test func earlierCopiesOfBothEndEqual() throws {
        let boardCopy = try board.copy()
        try board.save("between")
        try pair.finish()
        let hostCopy = try host.copy()
        try workOn()
        try board.rollBack(to: boardCopy)
        try host.rollBack(to: hostCopy)
        try board.save("after")
        try pair.finish()
        try pair.expectEqual()
        #expect(try board.text("between") != nil)
        #expect(try host.text("after") != nil)
    }

    /// After the board went back, its sequences stand for other documents, and the host's old copy speaks of the old ones.
    @Test(arguments: Side.allCases) func aCopyThatRemembersWhatTheOtherSideForgotIsNotBelieved(first: Side) throws {
        let second: Side = first == .board ? .host : .board
        let early = try peer(first).copy()
        for index in 0..<40 { try peer(first).save("forgotten-\(index)") }
        try peer(first).crash()
        try peer(first).save("forgotten-40")
        try pair.finish()
        let late = try peer(second).copy()
        try peer(first).rollBack(to: early)
        for index in 0..<20 { try peer(first).save("new-\(index)") }
        try pair.finish()
        try peer(second).rollBack(to: late)
        try pair.finish()
        try pair.expectEqual()
        #expect(try host.text("new-19") != nil && host.text("forgotten-40") != nil)
    }

    @Test(arguments: Side.allCases) func aWipedDatabaseIsFilledFromTheOther(side: Side) throws {
        try workOn()
        let live = try host.contents(withTombstones: false)
        try peer(side).wipe()
        try pair.finish()
        #expect(try board.contents(withTombstones: false) == live)
        #expect(try host.contents(withTombstones: false) == live)
    }

    @Test(arguments: Side.allCases) func aKilledProcessGoesOn(side: Side) throws {
        try workOn()
        try peer(side).crash()
        try peer(side).save("after")
        try pair.finish()
        try pair.expectEqual()
        #expect(try host.text("after") != nil && board.text("after") != nil)
    }

    @Test func aContinuousReplicationRemembersHowFarItCame() throws {
        let plan = pair.plan(continuous: true)
        let link = pair.network.connect(board, to: host, plan)
        try pair.network.run()
        for index in 0..<10 {
            try board.save("b-\(index)")
            try host.save("h-\(index)")
            try pair.network.run()
        }
        link.cut()
        // The host does not remember from whom it has the board's last documents, and offers them once.
        pair.network.connect(board, to: host, plan)
        try pair.network.run()
        pair.network.links.last?.cut()
        let again = pair.network.connect(board, to: host, plan)
        try pair.network.run(for: .seconds(1))
        // getCollections and subChanges with their answers, and the empty list: nothing is offered twice.
        #expect(again.delivered == 5)
    }

    @Test func whileThereIsWorkCheckpointsAreSavedNowAndThen() throws {
        let id = try #require(try checkpointID())
        let saves = { try host.database.checkpoint(id).flatMap { Int($0.revision.prefix { $0 != "-" }) } ?? 0 }
        let before = try saves()
        _ = pair.network.connect(board, to: host, pair.plan(continuous: true))
        for number in 0..<100 {
            pair.network.after(.milliseconds(100 * number)) { [board] in
                _ = try? board.save("a", ["n": .integer(Int64(number))])
            }
        }
        try pair.network.run(for: .seconds(11))
        // At the start, after 5 s and after 10 s; not a hundred times.
        #expect((2...3).contains(try saves() - before))
    }

    @Test func aCheckpointThatSomebodyElseWroteIsTakenUpAgain() throws {
        let id = try #require(try checkpointID())
        let link = pair.network.connect(board, to: host, pair.plan())
        try board.save("a")
        pair.network.after(.milliseconds(3)) { [host] in
            guard let stored = try? host.database.checkpoint(id) else { return }
            _ = try? host.database.setCheckpoint(id, body: stored.body, expecting: stored.revision)
        }
        try pair.network.run()
        #expect(link.isFinished)
        let stored = try #require(try host.database.checkpoint(id))
        #expect(try JSON(parsing: stored.body)["local"] == 3)
        // The first run's, the stranger's, and this run's.
        #expect(stored.revision == "4-cc")
    }

    @Test func checkpointsOfDifferentPlansKeepApart() throws {
        try pair.finish(pair.plan(pull: false))
        try pair.finish(pair.plan(push: false))
        try board.save("a")
        try host.save("b")
        try pair.finish(pair.plan(push: false))
        try pair.finish(pair.plan(pull: false))
        try pair.expectEqual()
    }

    @Test(arguments: [
        (#"{"local":5,"remote":7}"#, #"{"local":5,"remote":7}"#, 5, 7),
        (#"{"local":5,"remote":7}"#, #"{"local":3,"remote":9}"#, 3, 7),
        (#"{"local":5,"remote":7}"#, #"{}"#, 0, nil),
        (#"{"local":5,"remote":"x"}"#, #"{"local":9,"remote":"y"}"#, 5, nil),
        (#"{"local":-5,"remote":-7}"#, #"{"local":9,"remote":9}"#, 0, nil),
        (#"{"local":5,"remote":7}"#, #"{"local":"9","remote":[1]}"#, 0, nil),
    ]) func onlyWhatBothSidesSayIsBelieved(mine: String, theirs: String, local: Int64, remote: Int64?) throws {
        let agreed = Checkpoint.agreed(
            Checkpoint(try JSON(text: mine)), Checkpoint(try JSON(text: theirs)))
        #expect(agreed.local == local)
        #expect(agreed.remote == remote.map(JSON.integer))
    }

    @Test func aPeersSequenceMayBeAnyText() throws {
        let text = Checkpoint.agreed(
            Checkpoint(["local": 1, "remote": "7:abc"]), Checkpoint(["local": 1, "remote": "7:abc"]))
        #expect(text.remote == "7:abc")
    }

    /// The id under which the board's ordinary plan is known to the host.
    private func checkpointID() throws -> String? {
        let link = pair.network.connect(board, to: host, pair.plan())
        defer { link.cut() }
        guard let session = link.session(.active) else { return nil }
        return session.checkpointID(pair.plan(), .default)
    }
}
