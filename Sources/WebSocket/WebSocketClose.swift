/// How a connection ended.
package enum WebSocketClose: Hashable, Sendable {
    /// A closing handshake, by the peer or by us. 1005 when the peer gave no code. libwebsockets reports the codes
    /// RFC 6455 does not let a peer send, and 1012…1014, as 1002.
    case closed(code: UInt16, reason: String)
    /// The server refused the handshake with this HTTP status; `text` is its status line's words.
    case refused(status: Int, text: String)
    /// It could not be opened, or had to be given up. `isTransient` says whether trying again may help.
    case failed(message: String, isTransient: Bool)
    /// TCP ended without a closing handshake (1006).
    case dropped
    /// No answer within the time allowed: to the connect, to a PING, or to our CLOSE.
    case timedOut
}
