import Glibc

/// One end of a plain TCP connection, for bytes no WebSocket library would send. Its calls block, 30 s at most.
final class RawPeer: Sendable {
    struct Frame: Equatable {
        var opcode: UInt8
        var isFinal = true
        var payload: [UInt8]
    }

    struct Failure: Error {
        let errno: Int32
    }

    private let descriptor: Int32

    /// Connects to 127.0.0.1.
    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(port: port)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(errno: errno) }
        setUp()
    }

    init(accepted descriptor: Int32) {
        self.descriptor = descriptor
        setUp()
    }

    deinit {
        Glibc.close(descriptor)
    }

    private func setUp() {
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    static func address(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    static let key = "dGhlIHNhbXBsZSBub25jZQ=="
    /// What RFC 6455 (section 1.3) answers to ``key``.
    static let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

    /// The request Couchbase Lite sends; a header given here replaces its own, an empty one removes it.
    static func upgrade(port: Int, path: String = "/db/_blipsync", _ changes: [String: String] = [:]) -> [UInt8] {
        let headers = [
            ("Host", "127.0.0.1:\(port)"), ("User-Agent", "test"), ("Authorization", ""), ("Connection", "Upgrade"),
            ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"), ("Sec-WebSocket-Key", key),
            ("Sec-WebSocket-Protocol", Harness.subprotocol),
        ]
        var text = "GET \(path) HTTP/1.1\r\n"
        for (name, value) in headers {
            let value = changes[name] ?? value
            if !value.isEmpty { text += "\(name): \(value)\r\n" }
        }
        return Array((text + "\r\n").utf8)
    }

    func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Up to `count` bytes; fewer only at the end of the connection.
    func read(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count < count {
            let got = recv(descriptor, &buffer, min(buffer.count, count - bytes.count), 0)
            guard got > 0 else { break }
            bytes += buffer[..<got]
        }
        return bytes
    }

    /// Everything until the connection ends.
    func readToEnd() -> [UInt8] {
        read(.max)
    }

    /// An HTTP head with its empty line.
    func readHead() -> String {
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let byte = read(1)
            if byte.isEmpty { break }
            bytes += byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The next frame, unmasked by the server as it must be; nil at the end of the connection.
    func readFrame() -> Frame? {
        let head = read(2)
        guard head.count == 2 else { return nil }
        var count = Int(head[1] & 0x7F)
        if count == 126 { count = read(2).reduce(0) { $0 << 8 | Int($1) } }
        if count == 127 { count = read(8).reduce(0) { $0 << 8 | Int($1) } }
        return Frame(opcode: head[0] & 0xF, isFinal: head[0] & 0x80 != 0, payload: read(count))
    }

    /// A frame as a client sends it.
    static func frame(
        _ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true, mask: [UInt8]? = [0x12, 0x34, 0x56, 0x78]
    ) -> [UInt8] {
        let bit: UInt8 = mask == nil ? 0 : 0x80
        var bytes = [(isFinal ? 0x80 : 0) | opcode]
        switch payload.count {
        case ..<126: bytes.append(bit | UInt8(payload.count))
        case ..<65536: bytes += [bit | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default: bytes += [bit | 127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
        }
        guard let mask else { return bytes + payload }
        return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
    }

    /// Ends TCP with a reset instead of a farewell.
    func reset() {
        var hard = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
    }
}

extension RawPeer {
    /// Reads a client's upgrade and answers it as a server does; the request's head.
    @discardableResult
    func answerUpgrade(subprotocol: String? = Harness.subprotocol, upgrade: String = "websocket") -> String {
        let head = readHead()
        let key = head.split(separator: "\r\n").first { $0.hasPrefix("Sec-WebSocket-Key: ") }?.dropFirst(19) ?? ""
        var answer = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: \(upgrade)\r\nConnection: Upgrade\r\n"
        answer += "Sec-WebSocket-Accept: \(SHA1.accept(String(key)))\r\n"
        if let subprotocol { answer += "Sec-WebSocket-Protocol: \(subprotocol)\r\n" }
        send(Array((answer + "\r\n").utf8))
        return head
    }
}
