import BLIP
import Documents
import Synchronization
import Testing
import WebSocket

@testable import Replication

/// One end of a real connection that says exactly what a test tells it to: BLIP over a WebSocket, and nothing above.
final class RawPeer: Sendable {
    /// How the connection ended, thrown to whoever waits for more.
    struct Ended: Error {
        let close: WebSocketClose
    }

    private struct State {
        var blip = BLIPConnection()
        var replies: [BLIPRequestID: Mailbox<BLIPReply>] = [:]
        var connection: WebSocketConnection?
        var close: WebSocketClose?
    }

    /// Requests of the other side, in their order.
    let requests = Mailbox<BLIPIncomingRequest>()
    private let opened = Mailbox<String>()
    private let closed = Mailbox<WebSocketClose>()
    private let state = Mutex(State())

    /// The end of a connection that somebody else opens.
    init() {}

    /// Connects to a listener on this machine. Throws `Ended` when it refuses.
    convenience init(
        port: Int, loop: WebSocketLoop, path: String = "/db/_blipsync",
        subprotocols: [String] = [Listener.subprotocol], user: String? = nil, password: String? = nil
    ) async throws {
        self.init()
        let url = WebSocketURL(host: "127.0.0.1", port: port, path: path, user: user, password: password)
        let connection = loop.connect(.init(url: url, subprotocols: subprotocols), handler: handler)
        state.withLock { $0.connection = connection }
        _ = try await opened.take()
    }

    /// The sub-protocol, once it is open; for a test that only wants to see the handshake.
    static func negotiate(port: Int, loop: WebSocketLoop, offering subprotocols: [String]) async throws -> String {
        let peer = RawPeer()
        let url = WebSocketURL(host: "127.0.0.1", port: port, path: "/db/_blipsync")
        let connection = loop.connect(.init(url: url, subprotocols: subprotocols), handler: peer.handler)
        peer.state.withLock { $0.connection = connection }
        defer { connection.close(code: 1000, reason: "") }
        return try await peer.opened.take()
    }

    /// Takes over a connection that a server has accepted.
    func attach(_ connection: WebSocketConnection) -> WebSocketConnectionHandler {
        state.withLock { $0.connection = connection }
        return handler
    }

    var connection: WebSocketConnection? { state.withLock { $0.connection } }

    private var handler: WebSocketConnectionHandler {
        WebSocketConnectionHandler(
            onOpen: { [self] in opened.put($0) },
            onMessage: { [self] message, _ in received(message) },
            onClose: { [self] in ended($0) })
    }

    private func ended(_ close: WebSocketClose) {
        let replies = state.withLock { state in
            state.close = close
            return Array(state.replies.values)
        }
        let error = Ended(close: close)
        for reply in replies { reply.end(error) }
        requests.end(error)
        opened.end(error)
        closed.put(close)
    }

    /// Waits for the end of the connection.
    func end() async throws -> WebSocketClose { try await closed.take() }

    private func received(_ message: [UInt8]) {
        let (events, frames) = state.withLock { state -> ([BLIPEvent], [[UInt8]]) in
            guard let events = try? state.blip.receive(message) else { return ([], []) }
            return (events, Self.frames(&state.blip))
        }
        send(frames)
        for event in events {
            switch event {
            case .request(let request): requests.put(request)
            case .reply(let id, let reply): state.withLock { $0.replies.removeValue(forKey: id) }?.put(reply)
            case .replyPart: break
            }
        }
    }

    private static func frames(_ blip: inout BLIPConnection) -> [[UInt8]] {
        var frames: [[UInt8]] = []
        while let frame = try? blip.nextFrame() { frames.append(frame) }
        return frames
    }

    private func send(_ frames: [[UInt8]]) {
        if !frames.isEmpty { connection?.send(batch: frames) }
    }

    // MARK: Speaking

    /// Sends a request; the answer comes into the mailbox.
    func send(_ properties: BLIPProperties, _ body: [UInt8] = [], noReply: Bool = false) -> Mailbox<BLIPReply> {
        let mailbox = Mailbox<BLIPReply>()
        let (frames, close) = state.withLock { state -> ([[UInt8]], WebSocketClose?) in
            let id = state.blip.send(BLIPMessage(properties: properties, body: .bytes(body), noReply: noReply))
            if !noReply { state.replies[id] = mailbox }
            return (Self.frames(&state.blip), state.close)
        }
        send(frames)
        if let close { mailbox.end(Ended(close: close)) }
        return mailbox
    }

    /// Sends a request and waits for the answer.
    func ask(_ properties: BLIPProperties, _ body: [UInt8] = []) async throws -> BLIPReply {
        try await send(properties, body).take()
    }

    func ask(_ properties: BLIPProperties, _ body: JSON) async throws -> BLIPReply {
        try await ask(properties, body.bytes)
    }

    func reply(to request: BLIPIncomingRequest, _ properties: BLIPProperties = [:], _ body: [UInt8] = []) {
        let frames = state.withLock { state in
            state.blip.reply(to: request.number, BLIPMessage(properties: properties, body: .bytes(body)))
            return Self.frames(&state.blip)
        }
        send(frames)
    }

    func refuse(_ request: BLIPIncomingRequest, _ error: WireError) {
        let frames = state.withLock { state in
            state.blip.replyError(
                to: request.number, domain: error.domain, code: error.code, message: error.message)
            return Self.frames(&state.blip)
        }
        send(frames)
    }

    func close(_ code: UInt16 = 1000, _ reason: String = "") {
        connection?.close(code: code, reason: reason)
    }

    func drop() {
        connection?.drop()
    }

    // MARK: The protocol's messages

    /// The next request, which must be of this kind.
    func next(_ profile: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> BLIPIncomingRequest
    {
        let request = try await requests.take()
        try #require(request.profile == profile, "\(request.properties)", sourceLocation: sourceLocation)
        return request
    }

    /// Greets as an active peer and returns the answer.
    @discardableResult
    func greet(_ collections: [String] = ["_default"], id: String = "cp-raw") async throws -> JSON {
        let body: JSON = [
            "checkpoint_ids": .array(collections.indices.map { .string("\(id)\($0 == 0 ? "" : "-\($0)")") }),
            "collections": .array(collections.map { .string($0) }),
        ]
        let reply = try await ask(["Profile": "getCollections"], body)
        if let error = reply.error { throw WireError(error) }
        return try JSON(parsing: reply.body)
    }

    /// Proposes rows of id, version and parent. The answers are padded with the zeros that were cut off.
    func propose(_ rows: [[String]], includingRevision: Bool = true) async throws -> [JSON] {
        var properties: BLIPProperties = ["Profile": "proposeChanges", "collection": "0"]
        if includingRevision { properties["conflictIncludesRev"] = "true" }
        let reply = try await ask(properties, JSON.array(rows.map { .array($0.map { .string($0) }) }))
        if let error = reply.error { throw WireError(error) }
        #expect(reply.properties.bool("blobs"))
        let answers = try #require(try JSON(parsing: reply.body).array)
        return answers + [JSON](repeating: 0, count: rows.count - answers.count)
    }

    /// Sends a revision as the pusher of a proposal does.
    func push(
        _ id: String, _ revision: String, history: String? = nil, _ body: String = "{}", isDeleted: Bool = false
    ) async throws -> BLIPReply {
        var properties: BLIPProperties = [
            "Profile": "rev", "collection": "0", "id": id, "rev": revision, "sequence": "1", "noconflicts": "1",
        ]
        if let history { properties["history"] = history }
        if isDeleted { properties["deleted"] = "1" }
        return try await ask(properties, Array(body.utf8))
    }
}

/// A server that accepts connections for a test to play the passive peer on.
final class RawServer: Sendable {
    let peers = Mailbox<RawPeer>()
    let port: Int
    private let server: WebSocketServer

    init(loop: WebSocketLoop) throws {
        let options = WebSocketServerOptions(
            address: "127.0.0.1", port: 0, subprotocols: [Listener.subprotocol])
        server = try loop.listen(
            options,
            handler: WebSocketServerHandler(
                decide: { _ in .accept(subprotocol: Listener.subprotocol) },
                onOpen: { [peers] connection, _ in
                    let peer = RawPeer()
                    peers.put(peer)
                    return peer.attach(connection)
                }))
        port = server.port
    }

    func close() {
        server.close()
    }
}
