import Dispatch
import Documents
import Synchronization
import Timing

/// Runs the sessions of one database, one at a time, on a queue.
///
/// Whatever arrives while the queue is at work waits in the inbox and is handled together: one drain is one commit,
/// however many peers wrote. So a single change leaves at once, and a burst is grouped by the time the one before it
/// takes, without any timer.
///
/// Frames are handled in turns, one of each peer, for at most `Tuning.turn` at a time: however much one peer sends, the
/// others wait for no more than that and a commit.
final class SessionDriver: @unchecked Sendable {
    // SAFETY: `group`, `transports`, `turns` and `nextTick` are touched only on `queue`; the inbox has its lock.

    enum Input: Sendable {
        case frame(UInt64, [UInt8], MonotonicTime)
        case drained(UInt64)
        case call(@Sendable (SessionDriver) -> Void)
        /// The connection of this session is gone: done after the frames that came before.
        case end(UInt64, @Sendable (SessionDriver) -> Void)
    }

    private enum Turn {
        case frame([UInt8], MonotonicTime)
        case end(@Sendable (SessionDriver) -> Void)
    }

    private struct Inbox {
        var inputs: [Input] = []
        var databaseChanged = false
        var isScheduled = false
    }

    private let clock: any TimeSource
    private let queue: any SessionQueue
    private let inbox = Mutex(Inbox())
    private let observation: Mutex<Observation?> = Mutex(nil)
    private let group: SessionGroup
    private let turn: Duration
    private var transports: [UInt64: SocketTransport] = [:]
    private var turns: TurnQueue<Turn>
    private var nextTick: MonotonicTime?

    init(on queue: any SessionQueue, database: Database, clock: any TimeSource, tuning: Tuning) {
        self.queue = queue
        self.clock = clock
        turn = tuning.turn
        turns = TurnQueue(limit: tuning.requestLimit)
        group = SessionGroup(database: database, clock: clock)
        let observation = database.observe { [weak self] _ in self?.databaseChanged() }
        self.observation.withLock { $0 = observation }
    }

    /// Stops listening to the database. Sessions are the owner's to close.
    func stopObserving() {
        observation.withLock { $0.take() }?.cancel()
    }

    // MARK: From any thread

    func post(_ input: Input) {
        schedule { $0.inputs.append(input) }
    }

    private func databaseChanged() {
        schedule { $0.databaseChanged = true }
    }

    private func schedule(_ change: (inout Inbox) -> Void) {
        let mustWake = inbox.withLock { inbox in
            change(&inbox)
            defer { inbox.isScheduled = true }
            return !inbox.isScheduled
        }
        if mustWake { queue.run { self.drain() } }
    }

    // MARK: On the queue, as from a `.call` input

    /// Adds a session and lets it speak.
    func add(_ id: UInt64, _ session: Session, _ transport: SocketTransport) {
        transports[id] = transport
        group.add(id, session)
    }

    /// Forgets a session whose connection is gone. Returns it.
    @discardableResult
    func remove(_ id: UInt64) -> Session? {
        transports[id] = nil
        return group.remove(id)
    }

    func session(_ id: UInt64) -> Session? { group[id] }

    var sessionIDs: [UInt64] { group.ids }

    /// Lets a session do what an outside change allows.
    func touch(_ id: UInt64) {
        group.touch(id)
    }

    /// Asks the peer of a session for its time, or of all.
    func askClock(_ id: UInt64? = nil) {
        for id in id.map({ [$0] }) ?? group.ids {
            group[id]?.askClock()
            group.touch(id)
        }
    }

    private func drain() {
        let (inputs, databaseChanged) = inbox.withLock { inbox in
            let taken = (inbox.inputs, inbox.databaseChanged)
            inbox = Inbox()
            return taken
        }
        for input in inputs {
            switch input {
            case .frame(let id, let frame, let receivedAt): turns.append(.frame(frame, receivedAt), for: id)
            case .drained(let id): group.touch(id)
            case .call(let work): work(self)
            case .end(let id, let work): turns.end(.end(work), for: id)
            }
        }
        if databaseChanged { group.databaseChanged() }
        takeTurns()
    }

    /// Handles what the peers have sent, for a while, and lets the sessions go on.
    private func takeTurns() {
        let end = clock.now.advanced(by: turn)
        var now = clock.now
        var mustGoOn = false
        while let (id, item) = turns.next(at: now) {
            handle(item, of: id)
            now = clock.now
            if now >= end {
                mustGoOn = !turns.isEmpty
                break
            }
        }
        group.settle()
        if mustGoOn || group.hasWork { schedule { _ in } }
        let deadlines = [group.deadline, mustGoOn ? nil : turns.deadline(at: now)]
        scheduleTick(deadlines.compactMap { $0 }.min())
    }

    private func handle(_ item: Turn, of id: UInt64) {
        switch item {
        case .frame(let frame, let receivedAt):
            let requests = group[id]?.requestsReceived ?? 0
            group.receive(frame, for: id, at: receivedAt)
            transports[id]?.handled(frame.count)
            turns.charge((group[id]?.requestsReceived ?? requests) - requests, to: id, at: clock.now)
        case .end(let work): work(self)
        }
    }

    // MARK: Time

    /// Runs `work` on the queue after `wait`.
    func after(_ wait: Duration, _ work: @escaping @Sendable () -> Void) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(wait.nanoseconds))) { [queue] in
            queue.run(work)
        }
    }

    private func scheduleTick(_ deadline: MonotonicTime?) {
        guard let deadline, nextTick.map({ deadline < $0 }) ?? true else { return }
        nextTick = deadline
        after(max(.zero, clock.now.duration(to: deadline))) { [weak self] in self?.tick(deadline) }
    }

    private func tick(_ scheduled: MonotonicTime) {
        guard nextTick == scheduled else { return }
        nextTick = nil
        // What has come in is heard before anybody counts as silent.
        drain()
        group.tick()
        takeTurns()
    }
}
