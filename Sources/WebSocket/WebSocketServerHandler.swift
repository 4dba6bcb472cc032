/// What a server's owner wants to be asked and told. Both are called on the loop thread and must not block.
package struct WebSocketServerHandler: Sendable {
    /// Judges a request before the upgrade; passwords are compared here.
    package var decide: @Sendable (WebSocketRequest) -> WebSocketDecision
    /// Takes an open connection and says where its messages go.
    package var onOpen: @Sendable (WebSocketConnection, WebSocketRequest) -> WebSocketConnectionHandler

    package init(
        decide: @escaping @Sendable (WebSocketRequest) -> WebSocketDecision,
        onOpen: @escaping @Sendable (WebSocketConnection, WebSocketRequest) -> WebSocketConnectionHandler
    ) {
        self.decide = decide
        self.onOpen = onOpen
    }
}
