import Documents
import Synchronization
import Timing
import WebSocket

/// The active side: connects to a passive peer and replicates with it, once or for ever.
package final class Replicator: Sendable {
    package struct Configuration: Sendable {
        package var database: Database
        package var url: WebSocketURL
        package var collections: [CollectionName] = [.default]
        package var pushes = true
        package var pulls = true
        package var isContinuous = false
        /// Sent with the first request, before being asked. A user in the URL is used when this is nil.
        package var credentials: (user: String, password: String)?
        package var userAgent = "pulsador"
        /// Pushes and pulls only these documents; nil means all.
        package var documentIDs: Set<String>?
        /// Who wins when a pulled revision conflicts with a local one.
        package var conflictResolver = ConflictPolicy.defaultResolver
        package var backoff = Backoff()
        /// How long after the peer refused in a way that means "never" it is tried again all the same; nil: not at all. For
        /// appliances, whose host may be mended while they run.
        package var refusalWait: Duration?
        package var tuning = Tuning()
        package var clock: any TimeSource = MonotonicClock()
        /// Names the stretch of `clock` that is running, see `ClockSource`; nil exchanges no times.
        package var clockEpoch: (@Sendable () -> String)?

        package init(database: Database, url: WebSocketURL) {
            self.database = database
            self.url = url
        }
    }

    package enum Status: Sendable, Equatable {
        case connecting
        /// Connected, with work.
        case busy
        /// Connected, everything exchanged.
        case idle
        /// Not connected; tries again after the wait.
        case offline(ReplicationError, retryAfter: Duration)
        /// At an end: as asked or done (nil), or for good with an error.
        case stopped(ReplicationError?)
    }

    package struct DocumentError: Sendable {
        package let collection: CollectionName
        package let id: String
        package let isPush: Bool
        package let error: WireError
    }

    private struct State {
        var connection: WebSocketConnection?
        var attempt = 0
        var policy: ReconnectPolicy
        var isStopping = false
        var isStopped = false
    }

    private let configuration: Configuration
    private let loop: WebSocketLoop
    private let ownsLoop: Bool
    private let driver: SessionDriver
    private let state: Mutex<State>
    private let onStatus: @Sendable (Status) -> Void
    private let onDocumentError: @Sendable (DocumentError) -> Void
    private let onClock: @Sendable (ClockEvent) -> Void

    /// Callbacks come on the replicator's queue and must not block. With `loop` nil the replicator makes its own.
    package init(
        _ configuration: Configuration, loop: WebSocketLoop? = nil,
        onDocumentError: @escaping @Sendable (DocumentError) -> Void = { _ in },
        onClock: @escaping @Sendable (ClockEvent) -> Void = { _ in },
        onStatus: @escaping @Sendable (Status) -> Void = { _ in }
    ) throws {
        self.configuration = configuration
        self.loop = try loop ?? WebSocketLoop(name: "replicator")
        ownsLoop = loop == nil
        self.onStatus = onStatus
        self.onDocumentError = onDocumentError
        self.onClock = onClock
        state = Mutex(
            State(
                policy: ReconnectPolicy(
                    isContinuous: configuration.isContinuous, backoff: configuration.backoff,
                    refusalWait: configuration.refusalWait)))
        driver = SessionDriver(
            on: self.loop, database: configuration.database, clock: configuration.clock, tuning: configuration.tuning)
    }

    /// Begins. Call once.
    package func start() {
        driver.post(.call { [self] _ in connect() })
    }

    /// Ends, after what is on its way. The last status is `.stopped(nil)`. May be called at any time.
    package func stop() {
        driver.post(
            .call { [self] _ in
                let connection = state.withLock { state in
                    state.isStopping = true
                    return state.connection
                }
                if let connection {
                    connection.close(code: CloseCode.normal, reason: "")
                } else {
                    finish(nil)
                }
            })
    }

    /// Asks the passive peer for its time, if it takes part and owes no answer; what comes of it goes to `onClock`.
    /// From any thread.
    package func askClock() {
        driver.post(.call { $0.askClock() })
    }

    // MARK: On the queue

    private func connect() {
        guard state.withLock({ !$0.isStopping && !$0.isStopped }) else { return }
        onStatus(.connecting)
        var url = configuration.url
        url.path += (url.path.hasSuffix("/") ? "" : "/") + "_blipsync"
        var options = WebSocketClientOptions(url: url, subprotocols: [Listener.subprotocol])
        if let credentials = configuration.credentials {
            options.basicUser = credentials.user
            options.basicPassword = credentials.password
        }
        options.userAgent = configuration.userAgent
        options.pingInterval = configuration.tuning.heartbeat
        options.pongTimeout = configuration.tuning.heartbeatTimeout
        options.sendLimits = configuration.tuning.sendLimits
        let attempt = state.withLock { state in
            state.attempt += 1
            state.policy.connects()
            return state.attempt
        }
        let connection = loop.connect(options, handler: handler(UInt64(attempt)))
        state.withLock { $0.connection = connection }
    }

    private func handler(_ id: UInt64) -> WebSocketConnectionHandler {
        let inbox = Inbox()
        return WebSocketConnectionHandler(
            onOpen: { [self] _ in
                driver.post(.call { [self] driver in opened(driver, id, inbox) })
            },
            onMessage: { [driver] message, receivedAt in
                inbox.transport.withLock { $0 }?.received(message.count)
                driver.post(.frame(id, message, receivedAt))
            },
            onDrain: { [driver] in driver.post(.drained(id)) },
            onClose: { [self] close in driver.post(.end(id, { [self] driver in closed(driver, id, close) })) })
    }

    /// The transport of a connection, once there is one; messages may come before the queue has made it.
    private final class Inbox: Sendable {
        let transport = Mutex<SocketTransport?>(nil)
    }

    private func opened(_ driver: SessionDriver, _ id: UInt64, _ inbox: Inbox) {
        guard let connection = state.withLock({ $0.connection }) else { return }
        let transport = SocketTransport(connection, highWaterBytes: configuration.tuning.inboxHighWaterBytes)
        inbox.transport.withLock { $0 = transport }
        let plan = ReplicationPlan(
            collections: configuration.collections, pushes: configuration.pushes, pulls: configuration.pulls,
            isContinuous: configuration.isContinuous, remote: configuration.url.description,
            documentIDs: configuration.documentIDs, conflictResolver: configuration.conflictResolver)
        let session = Session(
            role: .active(plan), peer: configuration.url.description, database: configuration.database,
            access: PeerAccess(), tuning: configuration.tuning, transport: transport, now: configuration.clock.now,
            clockSource: configuration.clockEpoch.map { ClockSource(time: configuration.clock, epoch: $0) }
        ) { [unowned self] in reported($0) }
        onStatus(.busy)
        driver.add(id, session, transport)
    }

    private func reported(_ report: Session.Report) {
        state.withLock { $0.policy.note(report) }
        switch report {
        case .busy: onStatus(.busy)
        case .idle: onStatus(.idle)
        case .finished, .failed: break
        case .clock(let event): onClock(event)
        case .documentError(let collection, let id, let isPush, let error):
            onDocumentError(.init(collection: collection, id: id, isPush: isPush, error: error))
        }
    }

    private func closed(_ driver: SessionDriver, _ id: UInt64, _ close: WebSocketClose) {
        driver.remove(id)
        let error = ReplicationError(close, url: configuration.url)
        let step = state.withLock { state -> ReconnectPolicy.Step in
            state.connection = nil
            if state.isStopping { return .finish(nil) }
            var generator = SystemRandomNumberGenerator()
            return state.policy.next(after: error, using: &generator)
        }
        switch step {
        case .finish(let error): finish(error)
        case .retry(let error, let wait):
            onStatus(.offline(error, retryAfter: wait))
            driver.after(wait) { [weak self] in self?.connect() }
        }
    }

    private func finish(_ error: ReplicationError?) {
        let isFirst = state.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        guard isFirst else { return }
        driver.stopObserving()
        if ownsLoop { loop.stop() }
        onStatus(.stopped(error))
    }
}

extension ReplicationError {
    /// What a closed connection means for whoever wanted it.
    package init(_ close: WebSocketClose, url: WebSocketURL) {
        let peer = url.description
        switch close {
        case .refused(let status, let text):
            let isTransient = [408, 429, 502, 503, 504].contains(status)
            let code: Code = status == 401 ? .unauthorized : .refused
            self.init(code, "\(peer) refused the connection: \(status) \(text)", isTransient: isTransient)
        case .closed(let code, let reason):
            let text = "\(peer) closed the connection (\(code)\(reason.isEmpty ? "" : ", \(reason)"))"
            // Unlike Couchbase Lite we come back after a regular close: a host that goes away is restarted.
            let isTransient = [1000, 1001, 1005, 1006, CloseCode.transient].contains(code)
            self.init(.unreachable, text, isTransient: isTransient)
        case .failed(let message, let isTransient):
            self.init(.unreachable, message, isTransient: isTransient)
        case .dropped:
            self.init(.unreachable, "the connection to \(peer) broke", isTransient: true)
        case .timedOut:
            self.init(.unreachable, "\(peer) does not answer", isTransient: true)
        }
    }
}
