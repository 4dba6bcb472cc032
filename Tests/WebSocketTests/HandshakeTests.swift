import Testing

@testable import WebSocket

/// What goes over the wire before the WebSocket is open, byte by byte.
@Suite(.timeLimit(.minutes(1)))
struct HandshakeTests {
    @Test("the 101 answer is what Couchbase Lite compares with") func the101AnswerIsWhatCouchbase() async throws {
        let harness = try Harness()
        let peer = try harness.raw()
        peer.send(RawPeer.upgrade(port: harness.server.port))
        let lines = peer.readHead().split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.first == "HTTP/1.1 101 Switching Protocols")
        #expect(
            Set(lines.dropFirst()) == [
                "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Accept: \(RawPeer.accept)",
                "Sec-WebSocket-Protocol: \(Harness.subprotocol)", "",
            ])
    }

    @Test("extensions are not taken up") func extensionsAreNotTakenUp() async throws {
        let harness = try Harness()
        let peer = try harness.raw()
        let request = RawPeer.upgrade(port: harness.server.port).dropLast(2)
        peer.send(request + Array("Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n".utf8))
        let head = peer.readHead()
        #expect(head.hasPrefix("HTTP/1.1 101 "))
        #expect(!head.lowercased().contains("sec-websocket-extensions"))
    }

    @Test(
        "the sub-protocol is the one decided on, wherever it stands in the offer",
        arguments: ["b", "a,b", "b,a", "a, b, c", "(http)x,b"])
    func choice(offer: String) async throws {
        let harness = try Harness(options: { $0.subprotocols = ["b"] })
        let peer = try harness.raw()
        peer.send(RawPeer.upgrade(port: harness.server.port, ["Sec-WebSocket-Protocol": offer]))
        let head = peer.readHead()
        if offer.contains("(") {
            #expect(head.hasPrefix("HTTP/1.1 400 "))
        } else {
            #expect(head.contains("\r\nSec-WebSocket-Protocol: b\r\n"))
        }
    }

    @Test("without an offer there is no sub-protocol in the answer") func withoutAnOfferThereIsNo() async throws {
        let harness = try Harness(options: { $0.subprotocols = [] })
        let peer = try harness.raw()
        peer.send(RawPeer.upgrade(port: harness.server.port, ["Sec-WebSocket-Protocol": ""]))
        let head = peer.readHead()
        #expect(head.hasPrefix("HTTP/1.1 101 "))
        #expect(!head.contains("Sec-WebSocket-Protocol"))
    }

    @Test("the header names and the token in Connection may be written in any case") func theHeaderNamesAndTheToken()
        async throws
    {
        let harness = try Harness()
        let peer = try harness.raw()
        let request = """
            GET / HTTP/1.1\r\nhost: x\r\nUPGRADE: WebSocket\r\nconnection: keep-alive, UPGRADE\r\n\
            sec-websocket-version: 13\r\nsec-websocket-key: \(RawPeer.key)\r\n\
            sec-websocket-protocol: \(Harness.subprotocol)\r\n\r\n
            """
        peer.send(Array(request.utf8))
        #expect(peer.readHead().hasPrefix("HTTP/1.1 101 "))
    }

    /// A client waits for the answer before it sends more (RFC 6455, section 4.1). libwebsockets loses count of some that
    /// do not when the pieces fall unluckily, and closes with 1002.
    @Test("a request that comes in single bytes, and then a message that does, is served")
    func aRequestThatComesInSingle() async throws {
        let harness = try Harness()
        let peer = try harness.raw()
        for byte in RawPeer.upgrade(port: harness.server.port) { peer.send([byte]) }
        #expect(peer.readHead().hasPrefix("HTTP/1.1 101 "))
        for byte in RawPeer.frame(2, [5]) { peer.send([byte]) }
        let seat = await harness.seats.take()
        #expect(await seat.probe.next() == .message([5]))
        withExtendedLifetime(peer) {}
    }

    @Test("a first message in the same segment as the request is not lost") func aFirstMessageInTheSame() async throws {
        let harness = try Harness()
        let peer = try harness.raw()
        peer.send(RawPeer.upgrade(port: harness.server.port) + RawPeer.frame(2, [5]) + RawPeer.frame(2, [6]))
        let probe = await harness.seats.take().probe
        #expect(await probe.next() == .message([5]))
        #expect(await probe.next() == .message([6]))
    }

    @Test(
        "a faulty request gets its status",
        arguments: [
            (["Sec-WebSocket-Key": ""], 400), (["Sec-WebSocket-Key": "c2hvcnQ="], 400),
            (["Sec-WebSocket-Key": "!!!!!!!!!!!!!!!!!!!!!!=="], 400), (["Sec-WebSocket-Version": ""], 426),
            (["Sec-WebSocket-Version": "8"], 426), (["Sec-WebSocket-Version": "x"], 426), (["Upgrade": ""], 426),
            (["Connection": "close"], 400), (["Connection": ""], 400), (["Host": ""], 400),
            (["Sec-WebSocket-Protocol": "BLIP_3+CBMobile_3"], 403), (["Sec-WebSocket-Protocol": ""], 403),
            (["Sec-WebSocket-Protocol": "a b"], 400),
            (["Sec-WebSocket-Protocol": String(repeating: "x", count: 200)], 400),
            (["Sec-WebSocket-Protocol": "a,,b"], 400),
        ] as [([String: String], Int)])
    func faulty(changes: [String: String], status: Int) async throws {
        let harness = try Harness()
        let peer = try harness.raw()
        peer.send(RawPeer.upgrade(port: harness.server.port, changes))
        let answer = String(decoding: peer.readToEnd(), as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        #expect(answer.contains("\r\nConnection: close\r\n"))
    }

    @Test("a browser's GET is told to upgrade") func aBrowsersGETIsToldTo() async throws {
        let harness = try Harness()
        let peer = try harness.raw()
        peer.send(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        let answer = String(decoding: peer.readToEnd(), as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 426 this port speaks WebSocket only\r\n"))
        #expect(answer.contains("\r\nUpgrade: websocket\r\n"))
        #expect(answer.hasSuffix("\r\n\r\nthis port speaks WebSocket only\n"))
    }

    @Test(
        "what is not a WebSocket request ends the connection and nothing else",
        arguments: [
            "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{FC}\u{3}\u{3}", "hello\r\n\r\n", "GET\r\n\r\n",
            "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: tls/1.0\r\nConnection: Upgrade\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello", "GET /../../etc/passwd HTTP/1.1\r\n\r\n",
            "GET /%00%ff HTTP/1.1\r\nHost: x\r\n\r\n",
        ])
    func garbage(text: String) async throws {
        let harness = try Harness(echoes: true, options: { $0.handshakeTimeout = .milliseconds(300) })
        let peer = try harness.raw()
        peer.send(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
        #expect(!String(decoding: peer.readToEnd(), as: UTF8.self).contains(" 101 "))
        let (client, probe, _) = try await harness.open()
        client.send([1])
        #expect(await probe.next() == .message([1]))
    }

    @Test("headers without end are cut off", arguments: [true, false])
    func endless(isOneHeader: Bool) async throws {
        let harness = try Harness()
        let peer = try harness.raw()
        peer.send(RawPeer.upgrade(port: harness.server.port).dropLast(2) + [])
        let line = isOneHeader ? "x" : "X-Filler: \(String(repeating: "y", count: 50))\r\n"
        if isOneHeader { peer.send(Array("Cookie: ".utf8)) }
        peer.send(Array(String(repeating: line, count: (1 << 20) / line.utf8.count).utf8))
        #expect(peer.readToEnd().isEmpty)
    }

    @Test("a peer that says nothing is cut off at the deadline, and so is one that dawdles")
    func aPeerThatSaysNothingIs() async throws {
        let harness = try Harness(options: { $0.handshakeTimeout = .milliseconds(100) })
        let silent = try harness.raw()
        let dawdling = try harness.raw()
        dawdling.send(Array("GET / HTTP/1.1\r\nHost:".utf8))
        #expect(silent.readToEnd().isEmpty)
        #expect(dawdling.readToEnd().isEmpty)
        _ = try await harness.open()
    }

    @Test("the client asks as Couchbase Lite does") func theClientAsksAsCouchbaseLite() async throws {
        let loop = try WebSocketLoop(name: "test")
        defer { loop.stop() }
        let server = try RawServer()
        let probe = Probe()
        var options = WebSocketClientOptions(
            url: try WebSocketURL("ws://us%40er:pass@127.0.0.1:\(server.port)/db/_blipsync"),
            subprotocols: ["one", "two"])
        options.userAgent = "Pulsador/1\r\nX-Evil: 1"
        _ = loop.connect(options, handler: probe.handler)
        let peer = try server.accept()
        let lines = peer.answerUpgrade(subprotocol: "two").split(separator: "\r\n").map(String.init)
        #expect(lines.first == "GET /db/_blipsync HTTP/1.1")
        let wanted = [
            "Host: 127.0.0.1:\(server.port)", "User-Agent: Pulsador/1  X-Evil: 1", "Connection: Upgrade",
            "Authorization: Basic dXNAZXI6cGFzcw==", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Protocol: one,two",
        ]
        for line in wanted { #expect(lines.contains(line)) }
        #expect(!lines.contains { $0.lowercased().hasPrefix("sec-websocket-extensions") })
        #expect(await probe.next() == .open("two"))
    }
}
