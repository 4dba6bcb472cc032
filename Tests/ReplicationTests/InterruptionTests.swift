import Documents
import ReplicationSimulation
import Testing

@testable import Replication

/// The same exchange, cut off at every message, and then once more.
@Suite struct InterruptionTests {
    /// Documents on both sides, a conflict, tombstones and an attachment each way.
    private func prepare() throws -> Pair {
        let pair = try Pair()
        try pair.board.save("shared", ["n": 0])
        try pair.host.save("gone", ["n": 0])
        try pair.finish()
        for index in 0..<3 {
            try pair.board.save("board-\(index)")
            try pair.host.save("host-\(index)")
        }
        try pair.board.save("shared", ["by": "board"])
        pair.network.clock.advance(by: .seconds(1))
        try pair.host.save("shared", ["by": "host"])
        try pair.board.delete("gone")
        for peer in [pair.board, pair.host] {
            let contents = Array("contents of \(peer.name)".utf8)
            let blob = Blob(digest: try peer.database.blobs.add(contents), length: Int64(contents.count))
            try peer.save("with-blob-\(peer.name)", ["file": blob.json])
        }
        return pair
    }

    private func expectWhole(_ pair: Pair, _ cut: Int) throws {
        let (ours, theirs) = (try pair.board.contents(), try pair.host.contents())
        #expect(ours == theirs, "cut at message \(cut)")
        #expect(ours.count == 10)
        for peer in [pair.board, pair.host] {
            for name in ["board", "host"] {
                let digest = BlobDigest(of: Array("contents of \(name)".utf8))
                #expect(try peer.database.blobs.contains(digest), "cut at message \(cut)")
            }
            // Whatever came twice was stored once.
            let versions = peer.changes.map { "\($0.id) \($0.vector)" }
            #expect(Set(versions).count == versions.count, "cut at message \(cut)")
        }
    }

    @Test(arguments: [false, true]) func afterACutAtAnyMessageTheNextConnectionCompletesTheWork(
        continuous: Bool
    ) throws {
        let whole = try prepare()
        let plan = whole.plan(continuous: continuous)
        let messages = try whole.replicate(plan).delivered
        try expectWhole(whole, -1)
        #expect(messages > 20)
        for cut in 0..<messages {
            let pair = try prepare()
            let first = try pair.replicate(plan, .init(cutAtMessage: cut))
            #expect(first.close == .dropped)
            try pair.replicate(plan)
            try expectWhole(pair, cut)
        }
    }

    @Test func aCrashAtAnyMessageLosesNothingThatWasSaved() throws {
        let whole = try prepare()
        let messages = try whole.replicate().delivered
        for cut in stride(from: 0, to: messages, by: 2) {
            let pair = try prepare()
            try pair.replicate(nil, .init(cutAtMessage: cut))
            try (cut % 4 == 0 ? pair.host : pair.board).crash()
            try pair.replicate()
            let (ours, theirs) = (try pair.board.contents(), try pair.host.contents())
            #expect(ours == theirs, "cut at message \(cut)")
            #expect(ours.count == 10)
        }
    }

    @Test func manyCutsInARowStillMakeProgress() throws {
        let pair = try prepare()
        var cut = 6
        var attempts = 0
        while attempts < 40 {
            attempts += 1
            let link = try pair.replicate(nil, .init(cutAtMessage: cut))
            if link.isFinished { break }
            cut += 1
        }
        #expect(attempts < 40)
        try expectWhole(pair, cut)
    }
}
