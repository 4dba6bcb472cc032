/// What a server makes of a request.
package enum WebSocketDecision: Hashable, Sendable {
    /// Open the WebSocket with this sub-protocol: one of those offered, or empty when the client offered none.
    case accept(subprotocol: String)
    /// Answer with this HTTP status (400…599); the message stands in the status line and in the body.
    case refuse(status: Int, message: String)
}
