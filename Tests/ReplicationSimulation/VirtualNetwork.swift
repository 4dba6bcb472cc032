import Replication
import TestSupport
import Timing

/// Peers, connections and time of a test that runs on its own thread and goes the same way each time.
///
/// Nothing happens but in `run`: it carries messages, lets peers commit and answer, and moves the clock to whatever comes
/// next, until nothing is left to happen.
package final class VirtualNetwork {
    package let clock = ManualClock()
    package private(set) var peers: [VirtualPeer] = []
    package private(set) var links: [LoopbackLink] = []
    /// Called whenever peers have worked, for a test that watches them.
    package var onStep: () -> Void = {}
    private var events: [Event] = []
    private var nextOrder = 0

    private struct Event {
        let time: MonotonicTime
        let order: Int
        let peer: VirtualPeer?
        let action: () -> Void
    }

    package struct NeverAtRest: Error {}

    package init() {}

    /// Adds a peer with an empty database.
    package func addPeer(_ name: String, _ options: VirtualPeer.Options = .init()) throws -> VirtualPeer {
        let peer = try VirtualPeer(name, network: self, options)
        peers.append(peer)
        return peer
    }

    /// Opens a connection; the conversation begins with the next `run`.
    @discardableResult
    package func connect(
        _ active: VirtualPeer, to passive: VirtualPeer, _ plan: ReplicationPlan,
        _ options: LoopbackLink.Options = .init()
    ) -> LoopbackLink {
        let link = LoopbackLink(UInt64(links.count + 1), active: active, passive: passive, options, network: self)
        links.append(link)
        link.open(plan)
        return link
    }

    /// Lets `action` happen after `wait`; `peer` is the one that has something to do afterwards.
    package func after(_ wait: Duration, for peer: VirtualPeer? = nil, _ action: @escaping () -> Void) {
        schedule(at: clock.now.advanced(by: wait), for: peer, action)
    }

    func schedule(at time: MonotonicTime, for peer: VirtualPeer?, _ action: @escaping () -> Void) {
        let event = Event(time: max(time, clock.now), order: nextOrder, peer: peer, action: action)
        nextOrder += 1
        // Nearly sorted already: search from the end.
        let index = events.lastIndex { $0.time <= event.time } ?? -1
        events.insert(event, at: index + 1)
    }

    /// Runs until everybody is at rest, or for `limit` of virtual time.
    package func run(for limit: Duration = .seconds(600), steps: Int = 1_000_000) throws {
        let end = clock.now.advanced(by: limit)
        for _ in 0..<steps {
            if letPeersWork() {
                onStep()
                continue
            }
            guard let next = nextTime, next <= end else { return }
            if next > clock.now { clock.advance(by: clock.now.duration(to: next)) }
            for peer in peers { peer.tick() }
            while let event = events.first, event.time <= clock.now {
                events.removeFirst()
                event.action()
                event.peer?.isDirty = true
            }
        }
        throw NeverAtRest()
    }

    private func letPeersWork() -> Bool {
        var hasWorked = false
        for peer in peers where peer.work() { hasWorked = true }
        return hasWorked
    }

    private var nextTime: MonotonicTime? {
        (peers.compactMap(\.deadline) + (events.first.map { [$0.time] } ?? [])).min()
    }
}
