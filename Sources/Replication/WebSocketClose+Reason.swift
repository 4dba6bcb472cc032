import WebSocket

extension WebSocketClose {
    /// Why a connection ended, for the owner of the other side; nil for a regular end. The peer's words are made plain.
    var reason: String? { words?.plain }

    private var words: String? {
        switch self {
        case .closed(CloseCode.normal, _): nil
        case .closed(let code, let reason): reason.isEmpty ? "closed with \(code)" : "closed with \(code): \(reason)"
        case .refused(let status, let text): "refused with \(status) \(text)"
        case .failed(let message, _): message
        case .dropped: "the connection broke"
        case .timedOut: "no answer any more"
        }
    }
}
