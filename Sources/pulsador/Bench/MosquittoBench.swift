import Documents
import FoundationEssentials
import Synchronization
import Timing
@preconcurrency import Glibc

/// The same shape of work through Debian's Mosquitto: one publisher, one subscriber, QoS 1, nothing stored.
struct MosquittoBench {
    struct Report: Encodable {
        let latency: Measurement?
        let messagesPerSecond: Int
        let brokerPeakMiB: Double
    }

    /// What the subscriber has seen. Handed to C as the client's own pointer.
    private final class Inbox: Sendable {
        private let state = Mutex((count: 0, wanted: 1))
        private let stream: AsyncStream<MonotonicTime>
        private let done: AsyncStream<MonotonicTime>.Continuation

        init() {
            (stream, done) = AsyncStream.makeStream()
        }

        func expect(_ count: Int) {
            state.withLock { $0 = (0, count) }
        }

        func take() {
            let isLast = state.withLock { state in
                state.count += 1
                return state.count == state.wanted
            }
            if isLast { done.yield(.now()) }
        }

        func complete() async -> MonotonicTime {
            for await time in stream { return time }
            return .now()
        }
    }

    let plan: BenchPlan

    /// Nil, with a line that says why, when Mosquitto is not installed.
    func run() async throws -> Report? {
        guard let library = MQTTLibrary() else {
            Output.note("pulsador: no comparison with MQTT: install libmosquitto1 and mosquitto")
            return nil
        }
        guard let broker = Self.broker else {
            Output.note("pulsador: no comparison with MQTT: install mosquitto")
            return nil
        }
        let (child, port) = try Self.start(broker, directory: plan.directory)
        let inbox = Inbox()
        let subscriber = try client(library, port, inbox)
        let publisher = try client(library, port, Inbox())
        library.setOnMessage(subscriber) { _, context, _ in
            guard let context else { return }
            // SAFETY: the pointer given to `new`, which outlives the client.
            Unmanaged<Inbox>.fromOpaque(context).takeUnretainedValue().take()
        }
        library.setOnSubscribed(subscriber) { _, context, _, _, _ in
            guard let context else { return }
            // SAFETY: as above.
            Unmanaged<Inbox>.fromOpaque(context).takeUnretainedValue().take()
        }
        inbox.expect(1)
        _ = library.subscribe(subscriber, nil, "bench", 1)
        _ = await inbox.complete()
        var latencies: [Duration] = []
        for number in 0..<plan.changes {
            inbox.expect(1)
            let sent = MonotonicTime.now()
            publish(library, publisher, number)
            latencies.append(sent.duration(to: await inbox.complete()))
        }
        inbox.expect(plan.documents)
        let start = MonotonicTime.now()
        for number in 0..<plan.documents { publish(library, publisher, number) }
        let seconds = start.duration(to: await inbox.complete()).milliseconds / 1000
        let peak = child.peakBytes
        for client in [publisher, subscriber] {
            _ = library.disconnect(client)
            _ = library.loopStop(client, false)
            library.destroy(client)
        }
        _ = child.end()
        withExtendedLifetime(inbox) {}
        return Report(
            latency: Measurement(latencies), messagesPerSecond: Int(Double(plan.documents) / seconds),
            brokerPeakMiB: peak.mebibytes)
    }

    private func publish(_ library: MQTTLibrary, _ client: MQTTLibrary.Client, _ number: Int) {
        let body = JSON.object(BenchPlan.body(number)).bytes
        _ = body.withUnsafeBytes { bytes in
            bytes.baseAddress.map { library.publish(client, nil, "bench", Int32(bytes.count), $0, 1, false) }
        }
    }

    private func client(_ library: MQTTLibrary, _ port: Int, _ inbox: Inbox) throws -> MQTTLibrary.Client {
        try Self.client(library, port, Unmanaged.passUnretained(inbox).toOpaque())
    }

    /// Where the broker is installed; nil where it is not.
    static var broker: String? {
        ["/usr/sbin/mosquitto", "/usr/bin/mosquitto"].first(where: FileManager.default.fileExists)
    }

    /// Starts a broker on a free port of this machine; `directory` takes its configuration.
    static func start(_ broker: String, directory: String) throws -> (ChildProcess, port: Int) {
        let port = try freePort()
        let configuration = """
            listener \(port) 127.0.0.1
            allow_anonymous true
            persistence false
            set_tcp_nodelay true
            max_inflight_messages 0
            max_queued_messages 0
            log_dest none
            """
        let file = "\(directory)/mosquitto-\(port).conf"
        try configuration.write(toFile: file, atomically: true, encoding: .utf8)
        return (try ChildProcess([broker, "-c", file]), port)
    }

    /// A client that is connected, with `context` for its callbacks.
    static func client(_ library: MQTTLibrary, _ port: Int, _ context: UnsafeMutableRawPointer) throws
        -> MQTTLibrary.Client
    {
        guard let client = library.new(nil, true, context) else {
            throw CommandError("no MQTT client can be made")
        }
        _ = library.setOption(client, MQTTLibrary.noDelay, 1)
        _ = library.setMaxInflight(client, 0)
        // The broker needs a moment; it is asked until it listens.
        for _ in 0..<500 {
            if library.connect(client, "127.0.0.1", Int32(port), 60) == 0 {
                _ = library.loopStart(client)
                return client
            }
            usleep(10_000)
        }
        throw CommandError("Mosquitto did not start on port \(port)")
    }

    /// A port that nobody uses now.
    private static func freePort() throws -> Int {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { Glibc.close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(socket, pointer, length) == 0 ? getsockname(socket, pointer, &length) : -1
            }
        }
        guard status == 0 else { throw CommandError("no free port") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
