/// A client's wish to open a WebSocket, as the server sees it before the upgrade.
package struct WebSocketRequest: Sendable {
    /// The path, percent-decoded, without query.
    package var path: String
    /// The sub-protocols the client offers, in its order.
    package var subprotocols: [String]
    /// What an `Authorization: Basic` header says; nil without one or when it is unreadable.
    package var authorization: (user: String, password: String)?
    /// The client's numeric address, without port.
    package var remoteAddress: String
    /// The User-Agent header, or an empty string.
    package var userAgent: String

    package init(
        path: String, subprotocols: [String], authorization: (user: String, password: String)?, remoteAddress: String,
        userAgent: String
    ) {
        self.path = path
        self.subprotocols = subprotocols
        self.authorization = authorization
        self.remoteAddress = remoteAddress
        self.userAgent = userAgent
    }
}
