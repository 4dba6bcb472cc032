import Testing

@testable import WebSocket

@Suite(.timeLimit(.minutes(1)))
struct CloseTests {
    @Test(
        "codes and reasons reach the other side", arguments: [1000, 1001, 1011, 3000, 4001, 4002] as [UInt16],
        [true, false])
    func codes(code: UInt16, clientCloses: Bool) async throws {
        let harness = try Harness()
        let (client, probe, seat) = try await harness.open()
        let end = WebSocketClose.closed(code: code, reason: "Unrecognized collection")
        (clientCloses ? client : seat.connection).close(code: code, reason: "Unrecognized collection")
        #expect(await probe.end() == end)
        #expect(await seat.probe.end() == end)
    }

    @Test("a long reason is cut between characters") func aLongReasonIsCutBetween() async throws {
        let harness = try Harness()
        let (client, _, seat) = try await harness.open()
        client.close(code: 4001, reason: String(repeating: "ñ", count: 100))
        #expect(await seat.probe.end() == .closed(code: 4001, reason: String(repeating: "ñ", count: 61)))
    }

    @Test("a code that must not be sent becomes 1011") func aCodeThatMustNotBe() async throws {
        let harness = try Harness()
        let (client, _, seat) = try await harness.open()
        client.close(code: 1006, reason: "")
        #expect(await seat.probe.end() == .closed(code: 1011, reason: ""))
    }

    @Test("what was queued goes out before the CLOSE, and nothing after it") func whatWasQueuedGoesOutBefore()
        async throws
    {
        let harness = try Harness()
        let (client, _, seat) = try await harness.open()
        client.send(batch: (0..<100).map { [UInt8](repeating: $0, count: 20_000) })
        client.close(code: 1000, reason: "done")
        client.send([0])
        client.close(code: 4002, reason: "too late")
        for number in 0..<100 as Range<UInt8> {
            #expect(await seat.probe.next() == .message([UInt8](repeating: number, count: 20_000)))
        }
        #expect(await seat.probe.next() == .close(.closed(code: 1000, reason: "done")))
    }

    @Test("the CLOSE frame is right to the byte, and the peer's echo ends it", arguments: [4001, 4002] as [UInt16])
    func frame(code: UInt16) async throws {
        let harness = try Harness()
        let (peer, seat) = try await harness.rawOpen()
        seat.connection.close(code: code, reason: "bye")
        let payload = [UInt8(code >> 8), UInt8(code & 0xFF)] + Array("bye".utf8)
        #expect(peer.readFrame() == RawPeer.Frame(opcode: 8, payload: payload))
        #expect(seat.probe.events.isEmpty)
        peer.send(RawPeer.frame(8, payload))
        #expect(peer.readFrame() == nil)
        #expect(await seat.probe.next() == .close(.closed(code: code, reason: "bye")))
    }

    @Test("the peer's CLOSE is echoed and ends TCP") func thePeersCLOSEIsEchoedAnd() async throws {
        let harness = try Harness()
        let (peer, seat) = try await harness.rawOpen()
        peer.send(RawPeer.frame(8, [0x0F, 0xA1] + Array("later".utf8)))
        #expect(peer.readFrame() == RawPeer.Frame(opcode: 8, payload: [0x0F, 0xA1] + Array("later".utf8)))
        #expect(peer.readFrame() == nil)
        #expect(await seat.probe.next() == .close(.closed(code: 4001, reason: "later")))
    }

    @Test("a CLOSE without a code is 1005") func aCLOSEWithoutACodeIs() async throws {
        let harness = try Harness()
        let (peer, seat) = try await harness.rawOpen()
        peer.send(RawPeer.frame(8, []))
        #expect(peer.readFrame()?.opcode == 8)
        #expect(await seat.probe.next() == .close(.closed(code: 1005, reason: "")))
    }

    @Test("a reason that is not UTF-8 does no harm") func aReasonThatIsNotUTF8() async throws {
        let harness = try Harness()
        let (peer, seat) = try await harness.rawOpen()
        peer.send(RawPeer.frame(8, [0x03, 0xE8, 0xFF]))
        #expect(await seat.probe.next() == .close(.closed(code: 1000, reason: "\u{FFFD}")))
    }

    @Test("drop leaves the peer with 1006", arguments: [true, false])
    func drop(clientDrops: Bool) async throws {
        let harness = try Harness()
        let (client, probe, seat) = try await harness.open()
        (clientDrops ? client : seat.connection).drop()
        #expect(await probe.next() == .close(.dropped))
        #expect(await seat.probe.next() == .close(.dropped))
    }

    @Test("drop sends no CLOSE frame") func dropSendsNoCLOSEFrame() async throws {
        let harness = try Harness()
        let (peer, seat) = try await harness.rawOpen()
        seat.connection.drop()
        #expect(peer.readToEnd().isEmpty)
    }

    @Test("a peer that vanishes is a drop", arguments: [true, false])
    func vanish(withReset: Bool) async throws {
        let harness = try Harness()
        let seat: Harness.Seat
        do {
            let (peer, found) = try await harness.rawOpen()
            seat = found
            if withReset { peer.reset() }
        }
        #expect(await seat.probe.next() == .close(.dropped))
    }

    @Test("onClose comes once, and last, however much is asked for") func oncloseComesOnceAndLastHowever() async throws
    {
        let harness = try Harness()
        let (client, probe, seat) = try await harness.open()
        client.close(code: 1000, reason: "")
        client.drop()
        seat.connection.drop()
        client.drop()
        _ = await probe.end()
        _ = await seat.probe.end()
        harness.loop.stop()
        #expect(probe.events.count == 2)
        #expect(seat.probe.events.count == 1)
    }

    @Test(
        "what breaks the protocol ends the connection",
        arguments: [
            RawPeer.frame(0, [1]), RawPeer.frame(3, [1]), RawPeer.frame(9, [1], isFinal: false),
            RawPeer.frame(2, [1], isFinal: false) + RawPeer.frame(2, [1]), [0xC2, 0x81, 0, 0, 0, 0, 1],
            [0x82, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0],
            [0x89, 0xFE, 0x00, 0x80, 0, 0, 0, 0],
        ])
    func broken(bytes: [UInt8]) async throws {
        let harness = try Harness()
        let (peer, seat) = try await harness.rawOpen()
        peer.send(bytes)
        peer.send(RawPeer.frame(8, [3, 0xEA]))
        _ = peer.readToEnd()
        _ = await seat.probe.end()
        #expect(!seat.probe.events.contains { if case .message = $0 { true } else { false } })
        _ = try await harness.open()
    }

    @Test("closing before it is open gives up") func closingBeforeItIsOpenGives() async throws {
        let harness = try Harness()
        let server = try RawServer()
        let probe = Probe()
        let url = WebSocketURL(host: "127.0.0.1", port: server.port)
        let client = harness.loop.connect(
            WebSocketClientOptions(url: url, subprotocols: ["a"]), handler: probe.handler)
        client.close(code: 1000, reason: "never mind")
        #expect(await probe.next() == .close(.closed(code: 1000, reason: "never mind")))
    }
}
