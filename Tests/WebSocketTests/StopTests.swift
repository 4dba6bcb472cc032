import Testing

@testable import WebSocket

@Suite(.timeLimit(.minutes(1)))
struct StopTests {
    @Test("a close that was asked for just before the loop stops still reaches the peer") func closeBeforeStop()
        async throws
    {
        let harness = try Harness()
        let other = try WebSocketLoop(name: "other")
        defer { other.stop() }
        var probes: [Probe] = []
        for _ in 0..<10 {
            let probe = Probe()
            _ = other.connect(harness.clientOptions(), handler: probe.handler)
            #expect(await probe.next() == .open(Harness.subprotocol))
            probes.append(probe)
            let seat = await harness.seats.take()
            seat.connection.send([1, 2, 3])
            seat.connection.close(code: 4001, reason: "back soon")
        }
        harness.loop.stop()
        for probe in probes {
            #expect(await probe.next() == .message([1, 2, 3]))
            #expect(await probe.next() == .close(.closed(code: 4001, reason: "back soon")))
        }
    }

    @Test("a peer that does not answer a close does not hold up the end") func silentPeer() async throws {
        let harness = try Harness()
        let (peer, seat) = try await harness.rawOpen()
        seat.connection.close(code: 4001, reason: "back soon")
        harness.loop.stop()
        #expect(await seat.probe.end() == .closed(code: 4001, reason: "back soon"))
        withExtendedLifetime(peer) {}
    }
}
