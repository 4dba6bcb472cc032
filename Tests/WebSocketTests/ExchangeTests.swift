import Testing
import Timing

@testable import WebSocket

@Suite(.timeLimit(.minutes(1)))
struct ExchangeTests {
    @Test("messages go both ways, in order", arguments: [0, 1, 125, 126, 127, 65535, 65536, 200_000, 1 << 20])
    func echo(size: Int) async throws {
        let limits = WebSocketSendLimits(highWaterBytes: 4 << 20)
        let harness = try Harness(echoes: true, options: { $0.sendLimits = limits })
        let (client, probe, seat) = try await harness.open { $0.sendLimits = limits }
        let message = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        client.send([1])
        client.send(batch: [message, [2]])
        #expect(await probe.next() == .message([1]))
        #expect(await probe.next() == .message(message))
        #expect(await probe.next() == .message([2]))
        #expect(seat.probe.events == [.message([1]), .message(message), .message([2])])
        #expect(seat.request.path == "/quizblitz/_blipsync")
        #expect(seat.request.remoteAddress == "127.0.0.1")
        #expect(seat.request.userAgent == "Pulsador")
    }

    @Test("what was sent before the connection opened goes out after") func whatWasSentBeforeTheConnection()
        async throws
    {
        let harness = try Harness(echoes: true)
        let (connection, probe) = harness.connect()
        connection.send([7])
        #expect(await probe.next() == .open(Harness.subprotocol))
        #expect(await probe.next() == .message([7]))
    }

    @Test("messages carry the monotonic time of their arrival") func messagesCarryTheMonotonicTimeOf() async throws {
        let harness = try Harness()
        let (client, _, seat) = try await harness.open()
        let before = MonotonicTime.now()
        client.send([1])
        _ = await seat.probe.next()
        let after = MonotonicTime.now()
        let time = try #require(seat.probe.times.first)
        #expect(before <= time && time <= after)
    }

    @Test("a burst of ten thousand small messages arrives whole") func aBurstOfTenThousandSmall() async throws {
        let harness = try Harness(echoes: true)
        let (client, probe, _) = try await harness.open()
        let messages = (0..<10_000).map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        for message in messages { client.send(message) }
        for message in messages {
            let event = await probe.next()
            guard event == .message(message) else {
                Issue.record("out of order: \(event), expected \(message)")
                return
            }
        }
    }

    @Test("a message split over many frames and TCP segments is one") func aMessageSplitOverManyFrames() async throws {
        let harness = try Harness()
        let (peer, seat) = try await harness.rawOpen()
        let frames =
            RawPeer.frame(2, [1, 2], isFinal: false) + RawPeer.frame(9, [0x70]) + RawPeer.frame(0, [3], isFinal: false)
            + RawPeer.frame(0, [], isFinal: false) + RawPeer.frame(0, [4, 5])
        for byte in frames { peer.send([byte]) }
        #expect(await seat.probe.next() == .message([1, 2, 3, 4, 5]))
        #expect(peer.readFrame() == RawPeer.Frame(opcode: 10, payload: [0x70]))
    }

    @Test(
        "masks of every kind are undone", arguments: [[0, 0, 0, 0], [255, 255, 255, 255], [0, 1, 0, 2]] as [[UInt8]])
    func masks(mask: [UInt8]) async throws {
        let harness = try Harness()
        let (peer, seat) = try await harness.rawOpen()
        let payload = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        peer.send(RawPeer.frame(2, payload, mask: mask) + RawPeer.frame(2, [9], mask: mask))
        #expect(await seat.probe.next() == .message(payload))
        #expect(await seat.probe.next() == .message([9]))
    }

    @Test("text messages are ignored, also in parts") func textMessagesAreIgnoredAlsoIn() async throws {
        let harness = try Harness()
        let (peer, seat) = try await harness.rawOpen()
        peer.send(RawPeer.frame(1, Array("hello".utf8)))
        peer.send(RawPeer.frame(1, Array("hel".utf8), isFinal: false) + RawPeer.frame(0, Array("lo".utf8)))
        peer.send(RawPeer.frame(2, [1]))
        #expect(await seat.probe.next() == .message([1]))
    }

    @Test("a PING is answered with its own payload") func aPINGIsAnsweredWithIts() async throws {
        let harness = try Harness()
        let (peer, _) = try await harness.rawOpen()
        let payload = Array("are you there?".utf8)
        peer.send(RawPeer.frame(9, payload))
        #expect(peer.readFrame() == RawPeer.Frame(opcode: 10, payload: payload))
    }

    @Test("the server's frames are not masked and the client's are") func theServersFramesAreNotMasked() async throws {
        let harness = try Harness()
        let (peer, seat) = try await harness.rawOpen()
        seat.connection.send([1, 2, 3])
        #expect(peer.read(5) == [0x82, 3, 1, 2, 3])

        let server = try RawServer()
        let probe = Probe()
        let options = WebSocketClientOptions(
            url: WebSocketURL(host: "127.0.0.1", port: server.port), subprotocols: [Harness.subprotocol])
        let client = harness.loop.connect(options, handler: probe.handler)
        let accepted = try server.accept()
        accepted.answerUpgrade()
        #expect(await probe.next() == .open(Harness.subprotocol))
        client.send([1, 2, 3])
        let frame = accepted.read(9)
        try #require(frame.count == 9)
        #expect(frame.prefix(2) == [0x82, 0x83])
        #expect(zip(frame[6...], frame[2...]).map { $0 ^ $1 } == [1, 2, 3])
    }

    @Test("two hundred clients are served at once") func twoHundredClientsAreServedAt() async throws {
        let harness = try Harness(echoes: true)
        let clients = (0..<200).map { _ in harness.connect() }
        for (index, client) in clients.enumerated() { client.connection.send([UInt8(index)]) }
        for (index, client) in clients.enumerated() {
            #expect(await client.probe.next() == .open(Harness.subprotocol))
            #expect(await client.probe.next() == .message([UInt8(index)]))
        }
        for client in clients { client.connection.close(code: 1000, reason: "") }
        for client in clients { #expect(await client.probe.end() == .closed(code: 1000, reason: "")) }
    }

    @Test("one loop serves several servers") func oneLoopServesSeveralServers() async throws {
        let harness = try Harness(echoes: true)
        let seen = Queue<String>()
        let other = try harness.loop.listen(
            WebSocketServerOptions(address: "127.0.0.1", port: 0, subprotocols: ["other"]),
            handler: WebSocketServerHandler(
                decide: { _ in .accept(subprotocol: "other") },
                onOpen: { _, request in
                    seen.put(request.path)
                    return Probe().handler
                }))
        let probe = Probe()
        let url = WebSocketURL(host: "127.0.0.1", port: other.port, path: "/x")
        _ = harness.loop.connect(WebSocketClientOptions(url: url, subprotocols: ["other"]), handler: probe.handler)
        #expect(await probe.next() == .open("other"))
        #expect(await seen.take() == "/x")
        _ = try await harness.open()
    }
}
