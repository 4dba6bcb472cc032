import CWebSocket
import FoundationEssentials

/// The parts of an HTTP request that matter for an upgrade. A header that is absent is empty, one too long is nil.
struct RequestHead: Hashable {
    var path: String? = ""
    var host: String? = ""
    var upgrade: String? = ""
    var connection: String? = ""
    var key: String? = ""
    var version: String? = ""
    var subprotocols: String? = ""
    var authorization: String? = ""
    var userAgent: String? = ""

    init() {}

    /// Reads the request in hand; only on the loop thread, within `requested`.
    init(reading connection: OpaquePointer) {
        path = Self.read(connection, cws_header_path)
        host = Self.read(connection, cws_header_host)
        upgrade = Self.read(connection, cws_header_upgrade)
        self.connection = Self.read(connection, cws_header_connection)
        key = Self.read(connection, cws_header_key)
        version = Self.read(connection, cws_header_version)
        subprotocols = Self.read(connection, cws_header_protocol)
        authorization = Self.read(connection, cws_header_authorization)
        userAgent = Self.read(connection, cws_header_user_agent)
    }

    private static func read(_ connection: OpaquePointer, _ header: cws_header) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Tuning.maxHeaderBytes + 1) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = cws_request_header(connection, header, start, buffer.count)
            guard count > 0 else { return count == 0 ? "" : nil }
            return String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self)
        }
    }

    /// The request this head makes, or the HTTP answer it deserves (RFC 6455, section 4.2.1).
    func request(from remoteAddress: String, serving served: [String]) throws(HTTPRefusal) -> WebSocketRequest {
        guard let upgrade, upgrade.lowercased() == "websocket" else {
            throw HTTPRefusal(426, "this port speaks WebSocket only")
        }
        guard let connection, Self.list(connection).contains("upgrade") else {
            throw HTTPRefusal(400, "the Connection header does not say Upgrade")
        }
        guard version == "13" else { throw HTTPRefusal(426, "the WebSocket version must be 13") }
        guard let key, Self.isKey(key) else {
            throw HTTPRefusal(400, "Sec-WebSocket-Key must be 16 bytes in base64, once")
        }
        guard let host, !host.isEmpty else { throw HTTPRefusal(400, "the Host header is missing") }
        guard let path, path.hasPrefix("/"), let authorization, let userAgent else {
            throw HTTPRefusal(400, "a header is too long or the path is not absolute")
        }
        guard let subprotocols, subprotocols.utf8.count <= Tuning.maxOfferBytes,
            let offered = Subprotocol.parse(subprotocols)
        else { throw HTTPRefusal(400, "Sec-WebSocket-Protocol is too long or not a list of names") }
        guard served.isEmpty || offered.contains(where: served.contains) else {
            throw HTTPRefusal(
                403, "none of the offered sub-protocols is spoken here: \(served.joined(separator: ", "))")
        }
        return WebSocketRequest(
            path: path, subprotocols: offered, authorization: BasicAuthorization.parse(authorization),
            remoteAddress: remoteAddress, userAgent: userAgent)
    }

    private static func list(_ value: String) -> [String] {
        value.split(separator: ",").map { HTTPText.trimmed($0).lowercased() }
    }

    private static func isKey(_ key: String) -> Bool {
        key.utf8.count == 24 && Data(base64Encoded: key)?.count == 16
    }
}
