import Testing

@testable import WebSocket

@Suite(.timeLimit(.minutes(1)))
struct LimitTests {
    @Test("a message of the limit passes, a byte more closes with 1009", arguments: [true, false])
    func messageLimit(clientSends: Bool) async throws {
        let harness = try Harness(options: { $0.maxMessageBytes = 10_000 })
        let (client, probe, seat) = try await harness.open { $0.maxMessageBytes = 10_000 }
        let (sender, receiving, sending) =
            clientSends ? (client, seat.probe, probe) : (seat.connection, probe, seat.probe)
        sender.send([UInt8](repeating: 1, count: 10_000))
        #expect(await receiving.next() == .message([UInt8](repeating: 1, count: 10_000)))
        sender.send([UInt8](repeating: 1, count: 10_001))
        let end = WebSocketClose.closed(code: 1009, reason: "a message may have 10000 bytes")
        #expect(await receiving.next() == .close(end))
        #expect(await sending.next() == .close(end))
    }

    @Test("a length that is only announced is refused too", arguments: [true, false])
    func announced(inParts: Bool) async throws {
        let harness = try Harness(options: { $0.maxMessageBytes = 1000 })
        let (peer, seat) = try await harness.rawOpen()
        if inParts {
            for part in 0..<20 {
                peer.send(RawPeer.frame(part == 0 ? 2 : 0, [UInt8](repeating: 0, count: 90), isFinal: false))
            }
        } else {
            peer.send([0x82, 0xFF, 0x3F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 1, 2, 3])
        }
        let frame = peer.readFrame()
        #expect(frame?.opcode == 8)
        #expect(frame?.payload.prefix(2) == [0x03, 0xF1])
        withExtendedLifetime(seat) {}
    }

    @Test("a reader that pauses makes the sender's queue grow, and resuming drains it") func aReaderThatPausesMakesThe()
        async throws
    {
        let harness = try Harness()
        let (client, probe, seat) = try await harness.open {
            $0.sendLimits = WebSocketSendLimits(highWaterBytes: 1 << 20, lowWaterBytes: 1 << 16)
        }
        seat.connection.pauseReceiving()
        // Its echo proves that the server has dealt with the pause.
        seat.connection.send([0])
        #expect(await probe.next() == .message([0]))
        let messages = (0..<300).map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: 64 << 10) }
        client.send(batch: messages)
        #expect(client.bufferedBytes > 1 << 20)
        seat.connection.resumeReceiving()
        for message in messages { #expect(await seat.probe.next() == .message(message)) }
        #expect(await probe.next() == .drain)
        #expect(client.bufferedBytes == 0)
        #expect(probe.events.count == 3)
    }

    @Test("a peer that never reads is dropped at the hard cap, and it is said why") func aPeerThatNeverReadsIs()
        async throws
    {
        let harness = try Harness(options: {
            $0.sendLimits = WebSocketSendLimits(maxBufferedBytes: 4 << 20)
        })
        let (peer, seat) = try await harness.rawOpen()
        let message = [UInt8](repeating: 0, count: 256 << 10)
        for _ in 0..<200 where seat.probe.events.isEmpty { seat.connection.send(message) }
        let text = "127.0.0.1 does not read: more than 4194304 bytes wait to be sent to it"
        #expect(await seat.probe.next() == .close(.failed(message: text, isTransient: true)))
        #expect(seat.connection.bufferedBytes == 0)
        withExtendedLifetime(peer) {}
    }

    @Test("a silent peer is asked, and given up when it does not answer") func aSilentPeerIsAskedAnd() async throws {
        let harness = try Harness(options: {
            $0.pingInterval = .milliseconds(30)
            $0.pongTimeout = .milliseconds(30)
        })
        let (peer, seat) = try await harness.rawOpen()
        #expect(peer.readFrame()?.opcode == 9)
        #expect(peer.readFrame() == nil)
        #expect(await seat.probe.next() == .close(.timedOut))
    }

    @Test("a peer that answers PINGs lives on, in both directions") func aPeerThatAnswersPINGsLives() async throws {
        let harness = try Harness(options: {
            $0.pingInterval = .milliseconds(5)
            $0.pongTimeout = .seconds(20)
        })
        let (peer, seat) = try await harness.rawOpen()
        for _ in 0..<20 {
            let frame = try #require(peer.readFrame())
            #expect(frame.opcode == 9)
            peer.send(RawPeer.frame(10, frame.payload))
        }
        #expect(seat.probe.events.isEmpty)
        let (client, probe, other) = try await harness.open {
            $0.pingInterval = .milliseconds(5)
            $0.pongTimeout = .seconds(20)
        }
        other.connection.send([1])
        client.send([1])
        #expect(await probe.next() == .message([1]))
        #expect(await other.probe.next() == .message([1]))
    }

    @Test("a client gives a server up that does not answer its PING") func aClientGivesAServerUp() async throws {
        let loop = try WebSocketLoop(name: "test")
        defer { loop.stop() }
        let server = try RawServer()
        let probe = Probe()
        let options = WebSocketClientOptions(
            url: WebSocketURL(host: "127.0.0.1", port: server.port), subprotocols: [Harness.subprotocol],
            pingInterval: .milliseconds(30), pongTimeout: .milliseconds(30))
        _ = loop.connect(options, handler: probe.handler)
        let peer = try server.accept()
        peer.answerUpgrade()
        #expect(await probe.next() == .open(Harness.subprotocol))
        #expect(await probe.next() == .close(.timedOut))
        withExtendedLifetime(peer) {}
    }
}
