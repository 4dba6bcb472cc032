import Testing

@testable import WebSocket

@Suite(.timeLimit(.minutes(1)))
struct RefusalTests {
    @Test("a refused client hears status and message", arguments: [400, 401, 403, 404, 503])
    func refused(status: Int) async throws {
        let harness = try Harness(decide: { _ in .refuse(status: status, message: "not today, año") })
        let (_, probe) = harness.connect()
        #expect(await probe.next() == .close(.refused(status: status, text: "not today, a?o")))
        let peer = try harness.raw()
        peer.send(RawPeer.upgrade(port: harness.server.port))
        let answer = String(decoding: peer.readToEnd(), as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) not today, a?o\r\n"))
        #expect(answer.hasSuffix("\r\n\r\nnot today, año\n"))
        #expect(answer.contains("\r\nWWW-Authenticate: Basic realm=\"pulsador\"\r\n") == (status == 401))
    }

    @Test("credentials decide before the upgrade") func credentialsDecideBeforeTheUpgrade() async throws {
        let harness = try Harness(decide: { request in
            guard let given = request.authorization else { return .refuse(status: 401, message: "log in") }
            guard given == ("josé", "a:b c") else { return .refuse(status: 403, message: "wrong password") }
            return .accept(subprotocol: Harness.subprotocol)
        })
        let none = harness.connect().probe
        #expect(await none.next() == .close(.refused(status: 401, text: "log in")))
        let wrong = harness.connect {
            $0.basicUser = "josé"
            $0.basicPassword = "no"
        }
        #expect(await wrong.probe.next() == .close(.refused(status: 403, text: "wrong password")))
        let right = harness.connect {
            $0.basicUser = "josé"
            $0.basicPassword = "a:b c"
        }
        #expect(await right.probe.next() == .open(Harness.subprotocol))
    }

    @Test("the connection after the last seat is told that it is full, and a freed seat is given again")
    func theConnectionAfterTheLastSeat()
        async throws
    {
        let harness = try Harness(options: { $0.maxConnections = 2 })
        let first = try await harness.open()
        _ = try await harness.open()
        let third = harness.connect().probe
        let text = "full: all 2 connections are taken; try again later"
        #expect(await third.next() == .close(.refused(status: 503, text: text)))
        first.client.close(code: 1000, reason: "")
        _ = await first.seat.probe.end()
        _ = await first.probe.end()
        // The server has let go of the seat when a later request is judged: same thread, in order.
        let fourth = harness.connect().probe
        #expect(await fourth.next() == .open(Harness.subprotocol))
    }

    @Test("one address gets no more than its share") func oneAddressGetsNoMoreThan() async throws {
        let harness = try Harness(options: { $0.maxConnectionsPerAddress = 1 })
        _ = try await harness.open()
        let text = "too many connections from 127.0.0.1: 1 are allowed"
        #expect(await harness.connect().probe.next() == .close(.refused(status: 503, text: text)))
    }

    @Test("this machine itself may have as many as it likes") func thisMachineItselfMayHaveAsMany() async throws {
        let harness = try Harness(options: {
            $0.maxConnectionsPerAddress = 1
            $0.sparesLoopback = true
        })
        for _ in 0..<3 { _ = try await harness.open() }
    }

    @Test("idle connections cannot fill the server's table") func idleConnectionsCannotFillTheServers() async throws {
        let harness = try Harness(options: { $0.maxConnectionsPerAddress = 1 })
        let idle = try (0..<(1 + Tuning.handshakeHeadroomPerAddress)).map { _ in try harness.raw() }
        #expect(try harness.raw().readToEnd().isEmpty)
        withExtendedLifetime(idle) {}
    }

    @Test("a sub-protocol that was not offered is our fault, not the client's") func aSubprotocolThatWasNotOffered()
        async throws
    {
        let harness = try Harness(decide: { _ in .accept(subprotocol: "other") })
        guard case .close(.refused(status: 500, _)) = await harness.connect().probe.next() else {
            Issue.record("not refused with 500")
            return
        }
    }

    @Test("a server's bad answer fails for good", arguments: [nil, "other"] as [String?])
    func wrongSubprotocol(subprotocol: String?) async throws {
        let (server, probe, loop) = try connectToRaw()
        defer { loop.stop() }
        try server.accept().answerUpgrade(subprotocol: subprotocol)
        guard case .close(.failed(_, isTransient: false)) = await probe.next() else {
            Issue.record("not failed: \(probe.events)")
            return
        }
    }

    @Test(
        "an HTTP answer is reported with its status",
        arguments: [("401 Unauthorized", 401), ("302 Found", 302), ("503 busy, later", 503), ("200 OK", 200)])
    func status(line: String, status: Int) async throws {
        let (server, probe, loop) = try connectToRaw()
        defer { loop.stop() }
        let peer = try server.accept()
        _ = peer.readHead()
        peer.send(Array("HTTP/1.1 \(line)\r\nLocation: ws://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n".utf8))
        let text = String(line.drop { $0 != " " }.dropFirst())
        #expect(await probe.next() == .close(.refused(status: status, text: text)))
    }

    @Test("a server that is none of ours does not hang us", arguments: ["", "garbage\r\n\r\n", "HTTP/1.1 "])
    func noServer(text: String) async throws {
        let (server, probe, loop) = try connectToRaw()
        defer { loop.stop() }
        do {
            let peer = try server.accept()
            _ = peer.readHead()
            peer.send(Array(text.utf8))
        }
        guard case .close(.failed(let message, _)) = await probe.next() else {
            Issue.record("not failed: \(probe.events)")
            return
        }
        #expect(message.contains("127.0.0.1:\(server.port)"))
    }

    private func connectToRaw() throws -> (RawServer, Probe, WebSocketLoop) {
        let loop = try WebSocketLoop(name: "test")
        let server = try RawServer()
        let probe = Probe()
        let url = WebSocketURL(host: "127.0.0.1", port: server.port)
        _ = loop.connect(WebSocketClientOptions(url: url, subprotocols: ["a"]), handler: probe.handler)
        return (server, probe, loop)
    }
}
