import Dispatch
import Documents
import Synchronization
import Timing
import WebSocket

/// The passive side: lets peers connect and replicate with one database.
///
/// Peers are independent: each has its own rules (`PeerAccess`) and its own queues; a slow or silent one delays
/// nobody.
package final class Listener: Sendable {
    package struct Configuration: Sendable {
        package var database: Database
        /// The name in the URL: peers connect to `/<databaseName>/_blipsync`.
        package var databaseName: String
        /// Address to listen on; nil means every interface.
        package var address: String?
        /// 0 takes any free port.
        package var port: Int
        /// The next peer is refused with HTTP 503 and a message.
        package var maxPeers = 200
        /// Connections from one address, this machine's own not counted: one that asks for more is refused with HTTP 503.
        /// Nil for no limit.
        package var maxPeersPerAddress: Int?
        package var tuning = Tuning()
        /// Asked before the upgrade, on the socket's thread: must be quick and give the same answer twice.
        package var admit: @Sendable (WebSocketRequest) -> Admission = { _ in
            .accept(name: nil) { _ in PeerAccess() }
        }
        /// Told on the listener's queue that a peer has stored a document, see `PeerAccess.didDeliver`.
        package var didDeliver: @Sendable (Peer, CollectionName, _ id: String, Version) -> Void = { _, _, _, _ in }
        package var clock: any TimeSource = MonotonicClock()
        /// Names the stretch of `clock` that is running, see `ClockSource`; nil exchanges no times.
        package var clockEpoch: (@Sendable () -> String)?
        /// Told on the listener's queue what becomes of the exchange of times with a peer.
        package var onClock: @Sendable (Peer, ClockEvent) -> Void = { _, _ in }

        package init(database: Database, databaseName: String, port: Int) {
            self.database = database
            self.databaseName = databaseName
            self.port = port
        }
    }

    package enum Admission: Sendable {
        /// `name` becomes the origin of the peer's changes; nil takes `peer-<n>`. `access` makes the peer's rules.
        case accept(name: String?, access: @Sendable (Peer) -> PeerAccess)
        /// HTTP status and text, sent instead of the upgrade.
        case refuse(status: Int, message: String)
    }

    package struct Peer: Hashable, Sendable {
        /// Unique within the process.
        package let id: UInt64
        package let name: String
        package let address: String
        /// Whether `admit` gave it its name.
        package let isNamed: Bool

        /// Whether it runs on this machine.
        package var isLocal: Bool { address == "::1" || address.hasPrefix("127.") }
    }

    package enum Event: Sendable {
        case connected(Peer)
        /// `reason` is nil after a regular close.
        case disconnected(Peer, reason: String?)
        case documentError(Peer, collection: CollectionName, id: String, isPush: Bool, error: WireError)
    }

    private let configuration: Configuration
    private let loop: WebSocketLoop
    private let ownsLoop: Bool
    private let queue = DispatchQueue(label: "replication")
    private let driver: SessionDriver
    private let server: Mutex<WebSocketServer?> = Mutex(nil)
    private let peers: Mutex<[UInt64: Peer]> = Mutex([:])
    private let onEvent: @Sendable (Event) -> Void

    /// `onEvent` is called on the listener's queue and must not block. With `loop` nil the listener makes its own.
    package init(
        _ configuration: Configuration, loop: WebSocketLoop? = nil,
        onEvent: @escaping @Sendable (Event) -> Void = { _ in }
    ) throws {
        self.configuration = configuration
        self.loop = try loop ?? WebSocketLoop(name: "listener")
        ownsLoop = loop == nil
        self.onEvent = onEvent
        driver = SessionDriver(
            on: queue, database: configuration.database, clock: configuration.clock, tuning: configuration.tuning)
    }

    /// Opens the port. Throws `WebSocketError` when it is in use. Returns the port that was opened.
    @discardableResult
    package func start() throws -> Int {
        var options = WebSocketServerOptions(port: configuration.port, subprotocols: [Self.subprotocol])
        options.address = configuration.address
        options.maxConnections = configuration.maxPeers
        options.maxConnectionsPerAddress = configuration.maxPeersPerAddress
        options.sparesLoopback = true
        options.pingInterval = configuration.tuning.heartbeat
        options.pongTimeout = configuration.tuning.heartbeatTimeout
        options.sendLimits = configuration.tuning.sendLimits
        let server = try loop.listen(
            options,
            handler: WebSocketServerHandler(
                decide: { [configuration] in Self.decide($0, configuration) },
                onOpen: { [self] in opened($0, $1) }))
        self.server.withLock { $0 = server }
        return server.port
    }

    /// What every peer must offer.
    package static let subprotocol = "BLIP_3+CBMobile_4"

    /// Who is connected.
    package var connectedPeers: [Peer] { peers.withLock { Array($0.values) } }

    /// Closes the port and every connection, in the way that makes peers try again later.
    package func stop() {
        let server = server.withLock { $0.take() }
        server?.close()
        queue.sync {
            for id in driver.sessionIDs {
                driver.session(id)?.transport.close(code: CloseCode.transient, reason: "the host is going away")
                driver.remove(id)
            }
            driver.stopObserving()
        }
        if ownsLoop { loop.stop() }
    }

    /// Offers everything to a peer again, since it may see more than before.
    package func accessChanged(_ peer: UInt64) {
        driver.post(
            .call { driver in
                guard let session = driver.session(peer) else { return }
                for collection in session.collections { collection.feed?.restart() }
                driver.touch(peer)
            })
    }

    /// Ends one peer's connection. `isPermanent` tells it not to come back.
    package func disconnect(_ peer: UInt64, reason: String, isPermanent: Bool) {
        driver.post(
            .call { driver in
                driver.session(peer)?.transport.close(
                    code: isPermanent ? CloseCode.permanent : CloseCode.transient, reason: reason)
            })
    }

    /// Asks a peer for its time, if it takes part and owes no answer; what comes of it goes to `onClock`. From any thread.
    package func askClock(_ peer: UInt64) {
        driver.post(.call { $0.askClock(peer) })
    }

    // MARK: On the socket's thread

    private static func decide(_ request: WebSocketRequest, _ configuration: Configuration) -> WebSocketDecision {
        guard request.path == "/\(configuration.databaseName)/_blipsync" else {
            return .refuse(status: 404, message: "no database here of that name")
        }
        guard request.subprotocols.contains(subprotocol) else {
            return .refuse(status: 403, message: "this peer speaks \(subprotocol) only")
        }
        switch configuration.admit(request) {
        case .accept: return .accept(subprotocol: subprotocol)
        case .refuse(let status, let message): return .refuse(status: status, message: message)
        }
    }

    private func opened(_ connection: WebSocketConnection, _ request: WebSocketRequest) -> WebSocketConnectionHandler {
        let id = connection.id
        let transport = SocketTransport(connection, highWaterBytes: configuration.tuning.inboxHighWaterBytes)
        driver.post(.call { [self] driver in welcome(driver, transport, request) })
        return WebSocketConnectionHandler(
            onOpen: { _ in },
            onMessage: { [driver] message, receivedAt in
                transport.received(message.count)
                driver.post(.frame(id, message, receivedAt))
            },
            onDrain: { [driver] in driver.post(.drained(id)) },
            onClose: { [self] close in driver.post(.end(id, { [self] driver in goodbye(driver, id, close) })) })
    }

    // MARK: On the queue

    private func welcome(_ driver: SessionDriver, _ transport: SocketTransport, _ request: WebSocketRequest) {
        let id = transport.connection.id
        guard case .accept(let name, let access) = configuration.admit(request) else {
            return transport.close(code: CloseCode.transient, reason: "not admitted any more")
        }
        let peer = Peer(id: id, name: name ?? "peer-\(id)", address: request.remoteAddress, isNamed: name != nil)
        var rules = access(peer)
        rules.didDeliver = { [configuration] in configuration.didDeliver(peer, $0, $1, $2) }
        let session = Session(
            role: .passive, peer: peer.name, database: configuration.database, access: rules,
            tuning: configuration.tuning, transport: transport, now: configuration.clock.now,
            clockSource: configuration.clockEpoch.map { ClockSource(time: configuration.clock, epoch: $0) }
        ) { [onEvent, configuration] report in
            switch report {
            case .documentError(let collection, let id, let isPush, let error):
                onEvent(.documentError(peer, collection: collection, id: id, isPush: isPush, error: error))
            case .clock(let event): configuration.onClock(peer, event)
            case .idle, .busy, .finished, .failed: break
            }
        }
        peers.withLock { $0[id] = peer }
        onEvent(.connected(peer))
        driver.add(id, session, transport)
    }

    private func goodbye(_ driver: SessionDriver, _ id: UInt64, _ close: WebSocketClose) {
        driver.remove(id)
        guard let peer = peers.withLock({ $0.removeValue(forKey: id) }) else { return }
        onEvent(.disconnected(peer, reason: close.reason))
    }
}
