import Testing

@testable import WebSocket

@Suite(.timeLimit(.minutes(1)))
struct LifecycleTests {
    @Test("a port in use is said to be") func aPortInUseIsSaid() throws {
        let harness = try Harness()
        let options = WebSocketServerOptions(address: "127.0.0.1", port: harness.server.port, subprotocols: [])
        let handler = WebSocketServerHandler(
            decide: { _ in .accept(subprotocol: "") }, onOpen: { _, _ in Probe().handler })
        do {
            _ = try harness.loop.listen(options, handler: handler)
            Issue.record("listened twice on one port")
        } catch let error as WebSocketError {
            #expect(error.code == .addressInUse)
            #expect(error.message.contains("port \(harness.server.port) of 127.0.0.1"))
        }
    }

    @Test(
        "addresses and ports that cannot be are refused",
        arguments: [
            ("203.0.113.7", 0, WebSocketError.Code.addressUnavailable), ("nonsense", 0, .addressUnavailable),
            ("127.0.0.1", 65536, .invalidOption), ("127.0.0.1", -1, .invalidOption),
        ])
    func refusedAddress(address: String, port: Int, code: WebSocketError.Code) throws {
        let loop = try WebSocketLoop(name: "test")
        defer { loop.stop() }
        do {
            _ = try loop.listen(
                WebSocketServerOptions(address: address, port: port, subprotocols: []),
                handler: WebSocketServerHandler(
                    decide: { _ in .accept(subprotocol: "") }, onOpen: { _, _ in Probe().handler }))
            Issue.record("it listens")
        } catch let error as WebSocketError {
            #expect(error.code == code)
        }
    }

    @Test("without an address the server listens on IPv4 and IPv6") func withoutAnAddressTheServerListens() async throws
    {
        let harness = try Harness(options: { $0.address = nil })
        let (_, _, seat) = try await harness.open()
        #expect(seat.request.remoteAddress == "127.0.0.1")
        let six = harness.connect { $0.url.host = "::1" }.probe
        // A machine without IPv6 has nobody there.
        let first = await six.next()
        if first == .open(Harness.subprotocol) {
            #expect(await harness.seats.take().request.remoteAddress == "::1")
        } else {
            guard case .close(.failed(_, isTransient: true)) = first else {
                Issue.record("neither open nor failed: \(first)")
                return
            }
        }
    }

    @Test("a name is resolved, and all its addresses are tried") func aNameIsResolvedAndAll() async throws {
        let harness = try Harness()
        let (client, probe) = harness.connect { $0.url.host = "localhost" }
        #expect(await probe.next() == .open(Harness.subprotocol))
        #expect(client.remoteAddress == "localhost")
    }

    @Test("an unknown name fails, and may be tried again") func anUnknownNameFailsAndMay() async throws {
        let harness = try Harness()
        let (_, probe) = harness.connect { $0.url.host = "no-such-host.invalid" }
        guard case .close(.failed(let message, isTransient: true)) = await probe.next() else {
            Issue.record("not failed: \(probe.events)")
            return
        }
        #expect(message.contains("no-such-host.invalid"))
    }

    @Test("a port where nobody listens fails, and may be tried again") func aPortWhereNobodyListensFails() async throws
    {
        let harness = try Harness()
        let port = try RawServer().port
        let (_, probe) = harness.connect { $0.url.port = port }
        guard case .close(.failed(let message, isTransient: true)) = await probe.next() else {
            Issue.record("not failed: \(probe.events)")
            return
        }
        #expect(message.contains("cannot connect to ws://127.0.0.1:\(port)/"))
    }

    @Test("a server that accepts and stays silent times out") func aServerThatAcceptsAndStays() async throws {
        let harness = try Harness()
        let server = try RawServer()
        let (_, probe) = harness.connect {
            $0.url.port = server.port
            $0.connectTimeout = .milliseconds(100)
        }
        #expect(await probe.next() == .close(.timedOut))
    }

    @Test("wss is refused with a clear word until it is there") func wssIsRefusedWithAClear() async throws {
        let harness = try Harness()
        let (_, probe) = harness.connect { $0.url.isSecure = true }
        guard case .close(.failed(let message, isTransient: false)) = await probe.next() else {
            Issue.record("not failed: \(probe.events)")
            return
        }
        #expect(message.contains("wss"))
    }

    @Test("a closed server takes nobody new and keeps whom it has") func aClosedServerTakesNobodyNew() async throws {
        let harness = try Harness(echoes: true)
        let (client, probe, _) = try await harness.open()
        harness.server.close()
        harness.server.close()
        client.send([1])
        #expect(await probe.next() == .message([1]))
        guard case .close(.failed(_, isTransient: true)) = await harness.connect().probe.next() else {
            Issue.record("it still listens")
            return
        }
    }

    @Test("stop while busy ends every connection once, and is idempotent") func stopWhileBusyEndsEveryConnection()
        async throws
    {
        let harness = try Harness(echoes: true)
        var clients: [(connection: WebSocketConnection, probe: Probe)] = []
        for _ in 0..<20 {
            let (client, probe, _) = try await harness.open()
            client.send(batch: (0..<50).map { [UInt8](repeating: $0, count: 50_000) })
            clients.append((client, probe))
        }
        let connecting = harness.connect().probe
        harness.loop.stop()
        harness.loop.stop()
        for probe in clients.map(\.probe) + [connecting] {
            let ends = probe.events.filter { if case .close = $0 { true } else { false } }
            #expect(ends == [.close(.dropped)])
            #expect(probe.events.last == .close(.dropped))
        }
        // Nothing of this may crash or be reported.
        for client in clients {
            client.connection.send([1])
            client.connection.close(code: 1000, reason: "")
            client.connection.drop()
            client.connection.pauseReceiving()
        }
    }

    @Test("a stopped loop neither listens nor connects") func aStoppedLoopNeitherListensNor() async throws {
        let loop = try WebSocketLoop(name: "test")
        loop.stop()
        do {
            _ = try loop.listen(
                WebSocketServerOptions(address: "127.0.0.1", port: 0, subprotocols: []),
                handler: WebSocketServerHandler(
                    decide: { _ in .accept(subprotocol: "") }, onOpen: { _, _ in Probe().handler }))
            Issue.record("it listens")
        } catch let error as WebSocketError {
            #expect(error.code == .stopped)
        }
        let probe = Probe()
        let url = WebSocketURL(host: "127.0.0.1", port: 1)
        _ = loop.connect(WebSocketClientOptions(url: url, subprotocols: ["a"]), handler: probe.handler)
        guard case .close(.failed(_, isTransient: false)) = await probe.next() else {
            Issue.record("not failed: \(probe.events)")
            return
        }
    }

    @Test("stop may be called on the loop's own thread") func stopMayBeCalledOnThe() async throws {
        let harness = try Harness()
        let loop = harness.loop
        let probe = Probe()
        let stopping = WebSocketConnectionHandler(
            onOpen: { _ in loop.stop() }, onMessage: probe.handler.onMessage, onClose: probe.handler.onClose)
        _ = loop.connect(harness.clientOptions(), handler: stopping)
        #expect(await probe.next() == .close(.dropped))
    }

    @Test("many loops come and go") func manyLoopsComeAndGo() async throws {
        for _ in 0..<20 {
            let harness = try Harness(echoes: true)
            let (client, probe, _) = try await harness.open()
            client.send([1])
            #expect(await probe.next() == .message([1]))
        }
    }

    // libwebsockets 4.3 ended the process now and then when two threads' loops shared one log; see CWebSocket.c.
    @Test("loops on several threads do not meet") func loopsOnSeveralThreads() async throws {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let harness = try Harness(echoes: true)
                    for _ in 0..<100 {
                        let (client, probe, seat) = try await harness.open()
                        client.drop()
                        #expect(await probe.next() == .close(.dropped))
                        _ = await seat.probe.end()
                    }
                    return 100
                }
            }
            let rounds = try await group.reduce(0, +)
            #expect(rounds == 400)
        }
    }
}
