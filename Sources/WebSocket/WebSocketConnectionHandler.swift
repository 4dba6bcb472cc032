import Timing

/// Where a connection reports. All are called on the loop thread and must only enqueue.
package struct WebSocketConnectionHandler: Sendable {
    /// A client connection is open; the argument is the negotiated sub-protocol. Never called on a server.
    package var onOpen: @Sendable (_ subprotocol: String) -> Void
    /// One whole binary message, and the moment its last bytes had come off the socket.
    package var onMessage: @Sendable (_ message: [UInt8], _ receivedAt: MonotonicTime) -> Void
    /// The send queue fell below the low-water mark after having been above the high-water mark.
    package var onDrain: @Sendable () -> Void
    /// The connection is over, or never came to be. Called exactly once, and last.
    package var onClose: @Sendable (WebSocketClose) -> Void

    package init(
        onOpen: @escaping @Sendable (_ subprotocol: String) -> Void = { _ in },
        onMessage: @escaping @Sendable (_ message: [UInt8], _ receivedAt: MonotonicTime) -> Void,
        onDrain: @escaping @Sendable () -> Void = {},
        onClose: @escaping @Sendable (WebSocketClose) -> Void
    ) {
        self.onOpen = onOpen
        self.onMessage = onMessage
        self.onDrain = onDrain
        self.onClose = onClose
    }
}
