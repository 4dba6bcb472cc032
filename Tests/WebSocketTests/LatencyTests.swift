import Synchronization
import Testing
import Timing

@testable import WebSocket

@Suite(.timeLimit(.minutes(2)))
struct LatencyTests {
    /// Prints the round trip of 128 bytes, from `send` to the client's callback, over separate loops. No limit is
    /// asserted: the machine may be busy.
    @Test("five thousand round trips of 128 bytes are timed") func fiveThousandRoundTripsOf128() async throws {
        let rounds = 5000
        let harness = try Harness(echoes: true)
        let loop = try WebSocketLoop(name: "client")
        defer { loop.stop() }
        let message = [UInt8](repeating: 0x55, count: 128)
        let done = Queue<Bool>()
        let shared = Shared()
        let handler = WebSocketConnectionHandler(
            onMessage: { _, receivedAt in
                let start = shared.sent.withLock { $0 }
                let count = shared.trips.withLock { trips in
                    trips.append(start.duration(to: receivedAt).nanoseconds)
                    return trips.count
                }
                if count == rounds { return done.put(true) }
                shared.sent.withLock { $0 = .now() }
                shared.client.withLock { $0 }?.send(message)
            },
            onClose: { _ in done.put(false) })
        let connection = loop.connect(harness.clientOptions(), handler: handler)
        shared.client.withLock { $0 = connection }
        connection.send(message)
        #expect(await done.take())
        let sorted = shared.trips.withLock { $0.sorted() }
        let microseconds = { (index: Int) in Double(sorted[index]) / 1000 }
        print(
            "websocket_round_trip bytes=128 rounds=\(rounds) median_us=\(microseconds(rounds / 2))",
            "p99_us=\(microseconds(rounds * 99 / 100)) max_us=\(microseconds(rounds - 1))")
        #expect(sorted.count == rounds)
    }

    private final class Shared: Sendable {
        let sent = Mutex(MonotonicTime.now())
        let trips = Mutex<[Int64]>([])
        let client = Mutex<WebSocketConnection?>(nil)
    }
}
