import Documents
import FoundationEssentials
import Replication
import TestSupport

/// Raw bytes to a listening port: whatever they are, an honest peer is served afterwards.
///
/// The first byte's lowest bit says whether a WebSocket is opened first, its next one whether the connection is cut hard;
/// then come the pieces that are sent one by one, each with its length before it.
final class SocketTarget: FuzzTarget {
    static let name = "socket"
    static let summary = "bytes to a listening port: an honest peer is served afterwards"
    static let words = [
        "GET ", " HTTP/1.1\r\n", "\r\n", "\r\n\r\n", "Upgrade: websocket\r\n", "Connection: Upgrade\r\n",
        "Sec-WebSocket-Key: ", "Sec-WebSocket-Protocol: BLIP_3+CBMobile_4\r\n", "Sec-WebSocket-Version: 13\r\n",
        "Content-Length: 99999999\r\n", "Transfer-Encoding: chunked\r\n", "Authorization: Basic ", "CONNECT ",
        "PRI * HTTP/2.0",
        "\u{0}", "%00", "Sec-WebSocket-Extensions: permessage-deflate\r\n",
    ]

    private let directory: TemporaryDirectory
    private let database: Database
    private let listener: Listener
    private let port: Int
    private var runs = 0

    init() throws {
        directory = try TemporaryDirectory()
        database = try Database(path: directory.file("db"))
        var configuration = Listener.Configuration(database: database, databaseName: "db", port: 0)
        configuration.address = "127.0.0.1"
        configuration.maxPeers = 1_000
        listener = try Listener(configuration)
        port = try listener.start()
    }

    deinit {
        listener.stop()
        try? database.close()
    }

    private static func request(_ changes: String = "") -> [UInt8] {
        Array(
            ("GET /db/_blipsync HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                + "Sec-WebSocket-Protocol: BLIP_3+CBMobile_4\r\n\(changes)\r\n").utf8)
    }

    /// A masked WebSocket frame with a mask of zeros.
    private static func frame(_ opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let count = payload.count
        let length = count < 126 ? [UInt8(count) | 0x80] : [0xFE, UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
        return [opcode] + length + [0, 0, 0, 0] + payload
    }

    func seeds() throws -> [[UInt8]] {
        let requests = [
            Self.request(), Self.request("Authorization: Basic YTpi\r\n"), Array("GET / HTTP/1.0\r\n\r\n".utf8),
        ]
        var seeds = requests.map { [0] + ByteReader.piece($0) }
        for frames in try Recordings.frames(.activeToPassive) {
            let pieces = frames.filter { $0.count < 0xFFFF }.map { ByteReader.piece(Self.frame(0x82, $0)) }
            seeds.append(Array(([1] + pieces.joined()).prefix(Fuzz.maxInputBytes)))
        }
        let controls = [
            Self.frame(0x89, [1, 2]), Self.frame(0x02, [1]), Self.frame(0x80, [2]), Self.frame(0x81, [0x61]),
            Self.frame(0x88, [0x03, 0xE8]),
        ]
        seeds.append([1] + controls.flatMap { ByteReader.piece($0) })
        return seeds
    }

    func run(_ input: [UInt8]) throws {
        var reader = ByteReader(input)
        let flags = reader.byte()
        let client = try Client(port: port)
        if flags & 1 == 1 {
            client.send(Self.request())
            try expect(client, "\r\n\r\n", "an honest handshake got no answer")
        }
        while !reader.isAtEnd { client.send(reader.piece()) }
        client.close(hard: flags & 2 == 2)
        runs += 1
        if runs % 16 == 0 { try honestPeer() }
    }

    private func expect(_ client: Client, _ text: String, _ what: String) throws {
        if let how = client.missing(text) { throw Violation("\(what): \(how)") }
    }

    /// A peer that greets and waits for the answer.
    private func honestPeer() throws {
        let client = try Client(port: port)
        client.send(Self.request())
        try expect(client, "\r\n\r\n", "an honest peer is not let in any more")
        let payload = Array("\u{17}Profile\0getCollections\0".utf8)
        // An honest answer to a request without a body: an error reply, as any.
        var frame: [UInt8] = [1, 0] + payload
        frame += Self.checksum(payload)
        client.send(Self.frame(0x82, frame))
        try expect(client, "Error-Code", "an honest peer gets no answer any more")
        client.close(hard: false)
    }

    /// CRC-32, most significant byte first.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        value = ~value
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
