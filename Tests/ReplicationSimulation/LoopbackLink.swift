import Documents
import Replication
import Timing

/// A connection between two peers of a `VirtualNetwork`.
package final class LoopbackLink {
    /// How the connection behaves, and who is told what becomes of it.
    package struct Options {
        /// From the sender to the receiver.
        package var latency = Duration.milliseconds(1)
        /// What a message takes beyond `latency`; it delays those behind it too.
        package var jitter: (() -> Duration)?
        /// The message, counted from 0 over both directions, at whose arrival the connection breaks instead.
        package var cutAtMessage: Int?
        /// Told what the sessions say, as they say it.
        package var onReport: ((End, Session.Report) -> Void)?
        /// Told when the active end knows that the connection is gone.
        package var onEnd: ((Close) -> Void)?

        package init(latency: Duration = .milliseconds(1), cutAtMessage: Int? = nil) {
            self.latency = latency
            self.cutAtMessage = cutAtMessage
        }
    }

    /// One of the two peers.
    package enum End: Hashable, CaseIterable {
        case active
        case passive

        package var other: End { self == .active ? .passive : .active }
    }

    /// How a connection ended.
    package enum Close: Equatable {
        case closed(UInt16, String)
        case dropped
    }

    package let id: UInt64
    package let active: VirtualPeer
    package let passive: VirtualPeer
    /// Messages that arrived, of both directions.
    package private(set) var delivered = 0
    /// How it ended; nil while it is open.
    package private(set) var close: Close?
    package private(set) var reports: [End: [Session.Report]] = [.active: [], .passive: []]
    private var options: Options
    private var lastArrival: [End: MonotonicTime] = [:]
    private var hasLeft: Set<End> = []
    private unowned let network: VirtualNetwork

    init(_ id: UInt64, active: VirtualPeer, passive: VirtualPeer, _ options: Options, network: VirtualNetwork) {
        self.id = id
        self.active = active
        self.passive = passive
        self.options = options
        self.network = network
    }

    func open(_ plan: ReplicationPlan) {
        add(.active, role: .active(plan), name: plan.remote, access: PeerAccess())
        add(.passive, role: .passive, name: active.name, access: passive.rules?(active.name) ?? passive.access)
    }

    private func add(_ end: End, role: Session.Role, name: String, access: PeerAccess) {
        let owner = peer(end)
        let session = Session(
            role: role, peer: name, database: owner.database, access: access, tuning: owner.tuning,
            transport: LoopbackTransport(self, end), now: network.clock.now
        ) { [unowned self] in
            reports[end, default: []].append($0)
            options.onReport?(end, $0)
        }
        owner.group.add(id, session)
        owner.isDirty = true
    }

    package func peer(_ end: End) -> VirtualPeer { end == .active ? active : passive }

    /// The session of one end; nil when that end knows that the connection is gone.
    package func session(_ end: End) -> Session? { peer(end).group[id] }

    /// Breaks the connection: what is on its way is lost. `late` notices only after a while, as an end does whose peer
    /// lost its power.
    package func cut(late: End? = nil, after wait: Duration = .zero) {
        end(.dropped, late: late, after: wait)
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
        let now = network.clock.now
        let way = options.latency + (options.jitter?() ?? .zero)
        let arrival = max(now.advanced(by: way), lastArrival[end] ?? now)
        lastArrival[end] = arrival
        network.schedule(at: arrival, for: peer(end.other)) { [self] in
            if close == nil { action(self) }
        }
    }

    private func end(_ how: Close, late: End? = nil, after wait: Duration = .zero) {
        guard close == nil else { return }
        close = how
        for end in End.allCases {
            if end == late { network.after(wait) { [self] in leave(end) } } else { leave(end) }
        }
    }

    private func leave(_ end: End) {
        guard hasLeft.insert(end).inserted else { return }
        peer(end).group.remove(id)
        if end == .active, let close { options.onEnd?(close) }
    }

    // MARK: What happened

    /// What one end said about single documents.
    package func documentErrors(_ end: End) -> [(id: String, isPush: Bool, error: WireError)] {
        reports[end, default: []].compactMap { report in
            guard case .documentError(_, let id, let isPush, let error) = report else { return nil }
            return (id, isPush, error)
        }
    }

    /// Why the active end gave up; nil when it did not.
    package var failure: ReplicationError? {
        reports[.active, default: []].compactMap { report in
            if case .failed(let error) = report { error } else { nil }
        }.first
    }

    /// Whether a one-shot replication came to its end.
    package var isFinished: Bool {
        reports[.active, default: []].contains { if case .finished = $0 { true } else { false } }
    }

    /// How often the active end said that it had nothing to do.
    package var idleCount: Int {
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
