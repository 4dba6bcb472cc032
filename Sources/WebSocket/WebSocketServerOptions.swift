/// How a server listens and what it lets in.
package struct WebSocketServerOptions: Sendable {
    /// A numeric address of this machine, or nil for all of them, IPv6 and IPv4.
    package var address: String?
    /// 0…65535; 0 lets the system choose, see ``WebSocketServer/port``.
    package var port: Int
    /// The sub-protocols this server speaks, best first. A client that offers none of them gets 403 before `decide` is
    /// asked. Empty: any offer goes to `decide`.
    package var subprotocols: [String]
    /// Open connections; the next one is refused with 503 and a message.
    package var maxConnections: Int
    /// Open connections from one address; the next one is refused with 503 and a message.
    package var maxConnectionsPerAddress: Int?
    /// Whether ``maxConnectionsPerAddress`` is not for connections from this machine itself.
    package var sparesLoopback = false
    /// Bytes of one incoming message; a longer one closes its connection with 1009.
    package var maxMessageBytes: Int
    /// Time from the TCP connection to the end of the handshake.
    package var handshakeTimeout: Duration
    /// When silent peers are asked whether they are there.
    package var heartbeat: WebSocketHeartbeat
    /// How much may wait to be sent on one connection.
    package var sendLimits: WebSocketSendLimits

    /// Silence after which a PING goes out.
    package var pingInterval: Duration {
        get { heartbeat.pingInterval }
        set { heartbeat.pingInterval = newValue }
    }

    /// Further silence that ends the connection.
    package var pongTimeout: Duration {
        get { heartbeat.pongTimeout }
        set { heartbeat.pongTimeout = newValue }
    }

    package init(
        address: String? = nil, port: Int, subprotocols: [String], maxConnections: Int = Tuning.maxConnections,
        maxConnectionsPerAddress: Int? = nil, maxMessageBytes: Int = Tuning.maxMessageBytes,
        handshakeTimeout: Duration = Tuning.handshakeTimeout, pingInterval: Duration = Tuning.pingInterval,
        pongTimeout: Duration = Tuning.pongTimeout, sendLimits: WebSocketSendLimits = WebSocketSendLimits()
    ) {
        self.address = address
        self.port = port
        self.subprotocols = subprotocols
        self.maxConnections = maxConnections
        self.maxConnectionsPerAddress = maxConnectionsPerAddress
        self.maxMessageBytes = maxMessageBytes
        self.handshakeTimeout = handshakeTimeout
        heartbeat = WebSocketHeartbeat(pingInterval: pingInterval, pongTimeout: pongTimeout)
        self.sendLimits = sendLimits
    }
}
