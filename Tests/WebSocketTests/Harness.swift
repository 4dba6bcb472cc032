import Testing

@testable import WebSocket

/// A loop with a server on a port of 127.0.0.1, and clients of it on the same loop.
final class Harness: Sendable {
    struct Seat: Sendable {
        let connection: WebSocketConnection
        let request: WebSocketRequest
        let probe: Probe
    }

    static let subprotocol = "BLIP_3+CBMobile_4"

    let loop: WebSocketLoop
    let server: WebSocketServer
    /// The server's connections, in the order they opened.
    let seats = Queue<Seat>()

    /// `echoes`: the server sends every message back. `decide` is asked unless it is left out.
    init(
        echoes: Bool = false, options change: (inout WebSocketServerOptions) -> Void = { _ in },
        decide: (@Sendable (WebSocketRequest) -> WebSocketDecision)? = nil
    ) throws {
        loop = try WebSocketLoop(name: "test")
        var options = WebSocketServerOptions(address: "127.0.0.1", port: 0, subprotocols: [Self.subprotocol])
        change(&options)
        let seats = self.seats
        let accepted = options.subprotocols.first ?? ""
        server = try loop.listen(
            options,
            handler: WebSocketServerHandler(
                decide: decide ?? { _ in .accept(subprotocol: accepted) },
                onOpen: { connection, request in
                    let probe = echoes ? Probe { connection.send($0) } : Probe()
                    seats.put(Seat(connection: connection, request: request, probe: probe))
                    return probe.handler
                }))
    }

    deinit {
        loop.stop()
    }

    func clientOptions(
        _ change: (inout WebSocketClientOptions) -> Void = { _ in }
    ) -> WebSocketClientOptions {
        let url = WebSocketURL(host: "127.0.0.1", port: server.port, path: "/quizblitz/_blipsync")
        var options = WebSocketClientOptions(url: url, subprotocols: [Self.subprotocol])
        change(&options)
        return options
    }

    func connect(
        _ change: (inout WebSocketClientOptions) -> Void = { _ in }
    ) -> (connection: WebSocketConnection, probe: Probe) {
        let probe = Probe()
        return (loop.connect(clientOptions(change), handler: probe.handler), probe)
    }

    /// Both ends of an open connection.
    func open(
        _ change: (inout WebSocketClientOptions) -> Void = { _ in }
    ) async throws -> (client: WebSocketConnection, probe: Probe, seat: Seat) {
        let (connection, probe) = connect(change)
        let event = await probe.next()
        try #require(event == .open(Self.subprotocol))
        return (connection, probe, await seats.take())
    }

    func raw() throws -> RawPeer {
        try RawPeer(port: server.port)
    }

    /// A raw peer that is through the handshake.
    func rawOpen() async throws -> (peer: RawPeer, seat: Seat) {
        let peer = try raw()
        peer.send(RawPeer.upgrade(port: server.port))
        let head = peer.readHead()
        try #require(head.hasPrefix("HTTP/1.1 101 "))
        return (peer, await seats.take())
    }
}
