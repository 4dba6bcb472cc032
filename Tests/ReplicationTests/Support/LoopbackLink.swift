import Documents
import Timing

@testable import Replication

/// A connection between two peers of a `VirtualNetwork`.
final class LoopbackLink {
    struct Options {
        /// From the sender to the receiver.
        var latency = Duration.milliseconds(1)
        /// The message, counted from 0 over both directions, at whose arrival the connection breaks instead.
        var cutAtMessage: Int?
    }

    enum End: Hashable {
        case active
        case passive

        var other: End { self == .active ? .passive : .active }
    }

    enum Close: Equatable {
        case closed(UInt16, String)
        case dropped
    }

    let id: UInt64
    let active: VirtualPeer
    let passive: VirtualPeer
    /// Messages that arrived, of both directions.
    private(set) var delivered = 0
    /// How it ended; nil while it is open.
    private(set) var close: Close?
    private(set) var reports: [End: [Session.Report]] = [.active: [], .passive: []]
    private var options: Options
    private var lastArrival: [End: MonotonicTime] = [:]
    private unowned let network: VirtualNetwork

    init(_ id: UInt64, active: VirtualPeer, passive: VirtualPeer, _ options: Options, network: VirtualNetwork) {
        self.id = id
        self.active = active
        self.passive = passive
        self.options = options
        self.network = network
    }

    func open(_ plan: ReplicationPlan) {
        add(.active, role: .active(plan), name: "ws://\(passive.name)", access: PeerAccess())
        add(.passive, role: .passive, name: active.name, access: passive.access)
    }

    private func add(_ end: End, role: Session.Role, name: String, access: PeerAccess) {
        let owner = peer(end)
        let session = Session(
            role: role, peer: name, database: owner.database, access: access, tuning: owner.tuning,
            transport: LoopbackTransport(self, end), now: network.clock.now
        ) { [unowned self] in reports[end, default: []].append($0) }
        owner.group.add(id, session)
        owner.isDirty = true
    }

    func peer(_ end: End) -> VirtualPeer { end == .active ? active : passive }

    func session(_ end: End) -> Session? { peer(end).group[id] }

    /// Breaks the connection: what is on its way is lost.
    func cut() {
        end(.dropped)
    }

    // MARK: For the transports

    func carry(_ messages: [[UInt8]], from end: End, taken: @escaping (Int) -> Void) {
        for message in messages {
            schedule(from: end) { link in
                guard link.delivered != link.options.cutAtMessage else { return link.cut() }
                link.delivered += 1
                taken(message.count)
                link.peer(end.other).group.receive(message, for: link.id, at: link.network.clock.now)
                // There is room again for more.
                link.peer(end).group.touch(link.id)
                link.peer(end).isDirty = true
            }
        }
    }

    func carryClose(_ code: UInt16, _ reason: String, from end: End) {
        schedule(from: end) { $0.end(.closed(code, reason)) }
    }

    private func schedule(from end: End, _ action: @escaping (LoopbackLink) -> Void) {
        let arrival = max(network.clock.now.advanced(by: options.latency), lastArrival[end] ?? network.clock.now)
        lastArrival[end] = arrival
        network.schedule(at: arrival, for: peer(end.other)) { [self] in
            if close == nil { action(self) }
        }
    }

    private func end(_ how: Close) {
        guard close == nil else { return }
        close = how
        active.group.remove(id)
        passive.group.remove(id)
    }

    // MARK: What happened

    /// What one end said about single documents.
    func documentErrors(_ end: End) -> [(id: String, isPush: Bool, error: WireError)] {
        reports[end, default: []].compactMap { report in
            guard case .documentError(_, let id, let isPush, let error) = report else { return nil }
            return (id, isPush, error)
        }
    }

    /// Why the active end gave up; nil when it did not.
    var failure: ReplicationError? {
        reports[.active, default: []].compactMap { report in
            if case .failed(let error) = report { error } else { nil }
        }.first
    }

    /// Whether a one-shot replication came to its end.
    var isFinished: Bool {
        reports[.active, default: []].contains { if case .finished = $0 { true } else { false } }
    }

    /// How often the active end said that it had nothing to do.
    var idleCount: Int {
        reports[.active, default: []].count { if case .idle = $0 { true } else { false } }
    }
}

/// One end of a `LoopbackLink`.
private final class LoopbackTransport: SessionTransport {
    private(set) var bufferedBytes = 0
    private let end: LoopbackLink.End
    private unowned let link: LoopbackLink

    init(_ link: LoopbackLink, _ end: LoopbackLink.End) {
        self.link = link
        self.end = end
    }

    func send(_ messages: [[UInt8]]) {
        for message in messages { bufferedBytes += message.count }
        link.carry(messages, from: end) { [weak self] in self?.bufferedBytes -= $0 }
    }

    func close(code: UInt16, reason: String) {
        link.carryClose(code, reason, from: end)
    }
}
