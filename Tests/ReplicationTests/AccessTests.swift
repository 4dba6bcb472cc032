import BLIP
import Documents
import Synchronization
import ReplicationSimulation
import Testing

@testable import Replication

/// What `PeerAccess` lets a peer do, and what it is told.
@Suite struct AccessTests {
    let pair: Pair
    var board: VirtualPeer { pair.board }
    var host: VirtualPeer { pair.host }

    init() throws {
        pair = try Pair()
    }

    private struct Halt: Error {}

    @Test func aRefusedOfferIsNeverSent() throws {
        host.access.refusesOffer = { _, id in id == "no" ? .http(403, "not yours") : nil }
        try board.save("no")
        try board.save("yes")
        let link = try pair.finish()
        #expect(try host.text("no") == nil)
        #expect(try host.text("yes") != nil)
        let errors = link.documentErrors(.active)
        #expect(errors.map(\.id) == ["no"])
        #expect(errors.first?.error.code == 403)
        // It never came as a revision either.
        #expect(link.documentErrors(.passive).isEmpty)
    }

    @Test func aRefusedRevisionIsAnsweredWithItsReason() throws {
        host.access.refusesRevision = { $0.body == Array(#"{"n":2}"#.utf8) ? .http(403, "too late") : nil }
        try board.save("no", ["n": 2])
        try board.save("yes", ["n": 1])
        let link = try pair.finish()
        #expect(try host.text("no") == nil)
        #expect(try host.text("yes") != nil)
        #expect(link.documentErrors(.active).map(\.error) == [.http(403, "too late")])
        #expect(link.documentErrors(.passive).map(\.id) == ["no"])
        // It counts as done until it changes.
        #expect(try pair.finish().documentErrors(.active).isEmpty)
        try board.save("no", ["n": 3])
        try pair.finish()
        #expect(try host.text("no") == #"{"n":3}"#)
    }

    @Test func aHiddenCollectionIsAnsweredLikeAMissingOne() throws {
        let name = try #require(CollectionName("keys"))
        try host.database.collection(name).save("key", ["answer": 2])
        try board.database.collection(name).save("a", ["n": 1])
        host.access.seesCollection = { $0 != name }
        let link = try pair.replicate(pair.plan([name]))
        #expect(link.failure?.code == .noSuchCollection)
        #expect(try board.database.collection(name).record("key") == nil)
    }

    @Test func aHiddenDocumentIsNotAnnounced() throws {
        host.access.mayPull = { _, header in !header.id.hasPrefix("secret") }
        try host.save("secret-1")
        try host.save("open")
        try pair.finish()
        #expect(try board.collection.record("secret-1") == nil)
        #expect(try board.text("open") != nil)
    }

    @Test func whatBecomesVisibleIsOfferedThen() throws {
        let isSeated = Mutex(false)
        host.access.mayPull = { _, _ in isSeated.withLock { $0 } }
        try host.save("game")
        let link = pair.network.connect(board, to: host, pair.plan(continuous: true))
        try pair.network.run()
        #expect(try board.text("game") == nil)
        isSeated.withLock { $0 = true }
        for collection in link.session(.passive)?.collections ?? [] { collection.feed?.restart() }
        host.group.touch(link.id)
        host.isDirty = true
        try pair.network.run()
        #expect(try board.text("game") != nil)
    }

    @Test func aPullOnlyPeerTakesNothing() throws {
        host.access.allowsPush = false
        try board.save("a")
        let link = try pair.replicate()
        #expect(link.failure?.code == .forbidden)
        #expect(try host.text("a") == nil)
    }

    @Test func aPushOnlyPeerGivesNothing() throws {
        host.access.allowsPull = false
        try host.save("a")
        let link = try pair.replicate()
        #expect(link.failure?.code == .forbidden)
        #expect(link.failure?.message.contains("Attempting to pull") == true)
        #expect(try board.text("a") == nil)
    }

    @Test func whatIsDoneWhenStoringIsPartOfTheSameCommit() throws {
        let database = host.database
        host.access.didStore = { revision in
            try database.collection().save("seen-\(revision.id)", ["n": 1])
        }
        try board.save("a")
        try pair.finish(pair.plan(pull: false))
        let changes = host.changes
        #expect(changes.map(\.id) == ["a", "seen-a"])
        #expect(changes[1].sequence == changes[0].sequence + 1)
    }

    @Test func whatCannotBeDoneWhenStoringUndoesTheRevisionAndKeepsItPending() throws {
        let fails = Mutex(true)
        host.access.didStore = { _ in
            if fails.withLock({ $0 }) { throw Halt() }
        }
        try board.save("a")
        let link = try pair.replicate()
        #expect(link.failure?.isTransient == true)
        #expect(link.documentErrors(.active).map(\.error.code) == [503])
        #expect(link.close == .closed(4001, "the peer cannot store now: the database cannot store now"))
        #expect(try host.text("a") == nil)
        fails.withLock { $0 = false }
        try pair.finish()
        try pair.expectEqual()
    }

    @Test func onePeersFailureIsNotTheOthers() throws {
        let other = try pair.network.addPeer("other")
        try board.save("a")
        try other.save("b")
        host.access.didStore = { if $0.id == "a" { throw Halt() } }
        let first = pair.network.connect(board, to: host, pair.plan())
        let second = pair.network.connect(other, to: host, pair.plan())
        try pair.network.run()
        #expect(!first.isFinished)
        #expect(second.isFinished)
        #expect(second.documentErrors(.active).isEmpty)
        #expect(try host.text("a") == nil && host.text("b") != nil)
    }

    @Test func aDeliveryIsToldAfterWhatThePeerHadOfferedBefore() throws {
        let events = Mutex<[String]>([])
        host.access.didStore = { revision in events.withLock { $0.append("stored \(revision.id)") } }
        host.access.didDeliver = { _, id, _ in events.withLock { $0.append("delivered \(id)") } }
        // Many bytes: the answers are still on their way when the host's document is confirmed.
        for index in 0..<20 {
            try board.save("answer-\(index)", ["x": .string(String(repeating: "x", count: 200_000))])
        }
        try host.save("closing")
        try pair.finish()
        let told = events.withLock { $0 }
        #expect(told.count == 21)
        #expect(told.last == "delivered closing")
    }

    @Test func aDeliveryIsNotToldWhileAnAttachmentIsMissing() throws {
        let events = Mutex<[String]>([])
        host.access.didStore = { revision in events.withLock { $0.append("stored \(revision.id)") } }
        host.access.didDeliver = { _, id, _ in events.withLock { $0.append("delivered \(id)") } }
        let contents = [UInt8](repeating: 7, count: 2_000_000)
        let blob = Blob(digest: try board.database.blobs.add(contents), length: 2_000_000)
        try board.save("photo", ["file": blob.json])
        try host.save("closing")
        try pair.finish()
        #expect(events.withLock { $0 } == ["stored photo", "delivered closing"])
    }

    @Test func attachmentsCanBeForbidden() throws {
        host.access.allowsAttachments = false
        let blob = Blob(digest: try board.database.blobs.add([1, 2, 3]), length: 3)
        try board.save("photo", ["file": blob.json])
        try board.save("text")
        let link = try pair.finish()
        #expect(link.documentErrors(.active).map(\.error) == [.http(403, "attachments are not taken here")])
        #expect(try host.text("photo") == nil && host.text("text") != nil)
        #expect(try !host.database.blobs.contains(blob.digest))
    }

    @Test func aDocumentAboveThePeersLimitIsRefusedForGood() throws {
        host.access.maxDocumentBytes = 1_000
        try board.save("big", ["x": .string(String(repeating: "x", count: 1_000))])
        try board.save("small", ["x": .string(String(repeating: "x", count: 900))])
        let link = try pair.finish()
        #expect(link.documentErrors(.active).map(\.error.code) == [413])
        #expect(try host.text("big") == nil && host.text("small") != nil)
    }

    @Test func aFullDiskKeepsTheDocumentsPending() throws {
        try host.limitFile(toBytes: 200 << 10)
        for index in 0..<10 {
            try board.save("\(index)", ["x": .string(String(repeating: "x", count: 50_000))])
        }
        let link = try pair.replicate()
        #expect(link.failure?.isTransient == true)
        #expect(link.documentErrors(.active).allSatisfy { $0.error == .http(503, "the database cannot store now") })
        #expect(!link.documentErrors(.active).isEmpty)
        try host.limitFile(toBytes: nil)
        try pair.finish()
        try pair.expectEqual()
        #expect(try host.collection.count == 10)
    }

    @Test func aFullDiskOfThePullerKeepsTheDocumentsPendingToo() throws {
        try board.limitFile(toBytes: 200 << 10)
        for index in 0..<10 {
            try host.save("\(index)", ["x": .string(String(repeating: "x", count: 50_000))])
        }
        let link = try pair.replicate()
        #expect(link.failure?.isTransient == true)
        try board.limitFile(toBytes: nil)
        try pair.finish()
        try pair.expectEqual()
        #expect(try board.collection.count == 10)
    }
}
