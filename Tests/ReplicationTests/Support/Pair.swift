import Documents
import ReplicationSimulation
import Testing
import Timing

@testable import Replication

/// A board that replicates with a host, both virtual.
struct Pair {
    let network = VirtualNetwork()
    let board: VirtualPeer
    let host: VirtualPeer

    init(boardClockSkew: Duration = .zero) throws {
        board = try network.addPeer("board", .init(clockSkew: boardClockSkew))
        host = try network.addPeer("host")
    }

    /// What the board is to do.
    func plan(
        push: Bool = true, pull: Bool = true, continuous: Bool = false, _ collections: [CollectionName] = [.default],
        documentIDs: Set<String>? = nil, resolver: @escaping ConflictResolver = ConflictPolicy.defaultResolver
    ) -> ReplicationPlan {
        ReplicationPlan(
            collections: collections, pushes: push, pulls: pull, isContinuous: continuous, remote: "ws://host",
            documentIDs: documentIDs, conflictResolver: resolver)
    }

    /// One connection, until everything is at rest.
    @discardableResult
    func replicate(_ plan: ReplicationPlan? = nil, _ options: LoopbackLink.Options = .init()) throws -> LoopbackLink {
        let link = network.connect(board, to: host, plan ?? self.plan(), options)
        try network.run()
        return link
    }

    /// A one-shot replication that must come to its end.
    @discardableResult
    func finish(
        _ plan: ReplicationPlan? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> LoopbackLink {
        let link = try replicate(plan)
        #expect(link.isFinished, "\(String(describing: link.failure))", sourceLocation: sourceLocation)
        #expect(link.close == .closed(1000, ""), sourceLocation: sourceLocation)
        return link
    }

    /// Both hold the same documents in the same versions.
    func expectEqual(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let (ours, theirs) = (try board.contents(), try host.contents())
        #expect(ours == theirs, sourceLocation: sourceLocation)
    }
}
