/// Where a client connects and how.
package struct WebSocketClientOptions: Sendable {
    package var url: WebSocketURL
    /// The sub-protocols offered, best first; the server must choose one of them.
    package var subprotocols: [String]
    /// Sent as HTTP Basic with the first request; the URL's user unless given.
    package var basicUser: String?
    /// The password for `basicUser`; the URL's unless given.
    package var basicPassword: String?
    package var userAgent: String
    /// Time from `connect` to the open WebSocket, names resolved included. At most two minutes.
    package var connectTimeout: Duration
    /// Bytes of one incoming message; a longer one closes the connection with 1009.
    package var maxMessageBytes: Int
    /// When a silent server is asked whether it is there.
    package var heartbeat: WebSocketHeartbeat
    /// How much may wait to be sent.
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
        url: WebSocketURL, subprotocols: [String], basicUser: String? = nil, basicPassword: String? = nil,
        userAgent: String = "Pulsador", connectTimeout: Duration = Tuning.connectTimeout,
        maxMessageBytes: Int = Tuning.maxMessageBytes, pingInterval: Duration = Tuning.pingInterval,
        pongTimeout: Duration = Tuning.pongTimeout, sendLimits: WebSocketSendLimits = WebSocketSendLimits()
    ) {
        self.url = url
        self.subprotocols = subprotocols
        self.basicUser = basicUser ?? url.user
        self.basicPassword = basicPassword ?? url.password
        self.userAgent = userAgent
        self.connectTimeout = connectTimeout
        self.maxMessageBytes = maxMessageBytes
        heartbeat = WebSocketHeartbeat(pingInterval: pingInterval, pongTimeout: pongTimeout)
        self.sendLimits = sendLimits
    }
}
