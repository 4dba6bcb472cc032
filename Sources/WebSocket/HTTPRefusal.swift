/// An HTTP answer instead of an upgrade.
///
/// The message stands in the status line, which is what WebSocket clients report, and in the body for people:
///
///     HTTP/1.1 503 the room is full
///     Content-Type: text/plain; charset=utf-8
///     Content-Length: 17
///     Connection: close
///
///     the room is full
struct HTTPRefusal: Hashable, Error {
    let status: Int
    let message: String

    /// Any status outside 400…599 becomes 500.
    init(_ status: Int, _ message: String) {
        self.status = (400..<600).contains(status) ? status : 500
        self.message = message
    }

    var response: [UInt8] {
        let body = message + "\n"
        var lines = [
            "HTTP/1.1 \(status) \(HTTPText.line(message, maxBytes: Tuning.maxStatusTextBytes))",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Length: \(body.utf8.count)",
            "Connection: close",
        ]
        switch status {
        case 401: lines.append("WWW-Authenticate: Basic realm=\"pulsador\"")
        case 426: lines += ["Upgrade: websocket", "Sec-WebSocket-Version: 13"]
        default: break
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    }
}
