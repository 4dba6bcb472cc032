/// When a silent peer is asked whether it is still there.
package struct WebSocketHeartbeat: Hashable, Sendable {
    /// Silence after which a PING goes out.
    package var pingInterval: Duration
    /// Further silence that ends the connection as timed out.
    package var pongTimeout: Duration

    package init(pingInterval: Duration = Tuning.pingInterval, pongTimeout: Duration = Tuning.pongTimeout) {
        self.pingInterval = pingInterval
        self.pongTimeout = pongTimeout
    }
}
