import Documents
import FoundationEssentials
import Quiz
import Synchronization
import Timing
@preconcurrency import Glibc

/// The same pairs and links with Mosquitto in the host's place, QoS 1: who was first by the arrival at a subscriber.
struct FairMQTT {
    private final class Inbox: Sendable {
        private struct State {
            var arrivals: [Int] = []
            var wanted = 0
        }

        private let state = Mutex(State())
        private let stream: AsyncStream<[Int]>
        private let done: AsyncStream<[Int]>.Continuation

        init() {
            (stream, done) = AsyncStream.makeStream()
        }

        func expect(_ count: Int) {
            state.withLock { $0 = State(arrivals: [], wanted: count) }
        }

        func take(_ number: Int) {
            let complete = state.withLock { state -> [Int]? in
                state.arrivals.append(number)
                return state.arrivals.count == state.wanted ? state.arrivals : nil
            }
            if let complete { done.yield(complete) }
        }

        func complete() async -> [Int] {
            for await arrivals in stream { return arrivals }
            return []
        }
    }

    let link: FairLink
    let pairs: [FairBench.Pair]
    let rounds: Int
    let directory: String
    let seed: UInt64

    /// Share of pairs in the wrong order by gap, in percent; nil, with a line that says why, without Mosquitto.
    func run() async throws -> [Int: Double]? {
        guard let library = MQTTLibrary(), let broker = MosquittoBench.broker else {
            Output.note("pulsador: no comparison with MQTT: install mosquitto and libmosquitto1")
            return nil
        }
        let (child, port) = try MosquittoBench.start(broker, directory: directory)
        defer { _ = child.end() }
        let proxy = link.isDirect ? nil : try DelayProxy(to: port, link, seed: seed)
        defer { proxy?.stop() }
        let inbox = Inbox()
        let subscriber = try client(library, port, inbox)
        library.setOnMessage(subscriber) { _, context, message in
            guard let context, let message else { return }
            // `struct mosquitto_message`: int mid, char *topic, void *payload, int payloadlen, …
            guard let payload = message.load(fromByteOffset: 16, as: UnsafeRawPointer?.self) else { return }
            let length = Int(message.load(fromByteOffset: 24, as: Int32.self))
            let text = String(decoding: UnsafeRawBufferPointer(start: payload, count: length), as: UTF8.self)
            // SAFETY: the pointer given to `new`, which outlives the client.
            if let number = Int(text) { Unmanaged<Inbox>.fromOpaque(context).takeUnretainedValue().take(number) }
        }
        library.setOnSubscribed(subscriber) { _, context, _, _, _ in
            guard let context else { return }
            // SAFETY: as above.
            Unmanaged<Inbox>.fromOpaque(context).takeUnretainedValue().take(-1)
        }
        inbox.expect(1)
        _ = library.subscribe(subscriber, nil, "fair", 1)
        _ = await inbox.complete()
        let boards = try (0..<2 * pairs.count).map { _ in try client(library, proxy?.port ?? port, inbox) }
        // Through the link a connection is there a while after `connect` has returned.
        inbox.expect(boards.count)
        for (number, board) in boards.enumerated() { Self.publish(library, board, number) }
        _ = await inbox.complete()
        var generator = SeededGenerator(seed: seed)
        var wrong: [Int: Int] = [:]
        for _ in 0..<rounds {
            inbox.expect(boards.count)
            let first = await press(library, boards, &generator)
            let arrivals = await inbox.complete()
            let places = Dictionary(arrivals.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
            for (pair, first) in zip(pairs, first) {
                let second = pair.boards[0] == first ? pair.boards[1] : pair.boards[0]
                if places[second] ?? 0 < places[first] ?? 0 { wrong[pair.gapMs, default: 0] += 1 }
            }
        }
        for client in boards + [subscriber] {
            _ = library.disconnect(client)
            _ = library.loopStop(client, false)
            library.destroy(client)
        }
        withExtendedLifetime(inbox) {}
        let counts = Dictionary(grouping: pairs, by: \.gapMs).mapValues { $0.count * rounds }
        return counts.reduce(into: [:]) {
            $0[$1.key] = (100 * Double(wrong[$1.key] ?? 0) / Double($1.value)).hundredths
        }
    }

    /// Publishes for all pairs. Returns who was first in each.
    private func press(_ library: MQTTLibrary, _ boards: [MQTTLibrary.Client], _ generator: inout SeededGenerator) async
        -> [Int]
    {
        var plan: [(MonotonicTime, @Sendable () -> Void)] = []
        var first: [Int] = []
        var start = MonotonicTime.now().advanced(by: .milliseconds(30))
        for pair in pairs {
            let swaps = generator.index(below: 2)
            first.append(pair.boards[swaps])
            for (place, number) in [pair.boards[swaps], pair.boards[1 - swaps]].enumerated() {
                let client = Handle(client: boards[number])
                plan.append(
                    (
                        start.advanced(by: .milliseconds(place * pair.gapMs)),
                        { Self.publish(library, client.client, number) }
                    ))
            }
            start = start.advanced(by: .microseconds(4_000 + generator.index(below: 4_000)))
        }
        await PressPlan(plan).run()
        return first
    }

    private struct Handle: @unchecked Sendable {
        // SAFETY: libmosquitto's clients may be used from any thread.
        let client: MQTTLibrary.Client
    }

    private static func publish(_ library: MQTTLibrary, _ client: MQTTLibrary.Client, _ number: Int) {
        let bytes = Array("\(number)".utf8)
        _ = bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map { library.publish(client, nil, "fair", Int32(bytes.count), $0, 1, false) }
        }
    }

    private func client(_ library: MQTTLibrary, _ port: Int, _ inbox: Inbox) throws -> MQTTLibrary.Client {
        try MosquittoBench.client(library, port, Unmanaged.passUnretained(inbox).toOpaque())
    }
}
