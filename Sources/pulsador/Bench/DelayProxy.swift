import Dispatch
import Quiz
import Synchronization
import Timing
@preconcurrency import Glibc

/// A TCP proxy on this machine that delays what passes, in order, as a `FairLink` says: a network for one port.
final class DelayProxy: @unchecked Sendable {
    // SAFETY: everything mutable is touched only on the proxy's own thread, but for `isStopping`, which is atomic.

    /// One direction of a connection: what was read on one side and is due on the other.
    private struct Way {
        let from: Int32
        let to: Int32
        let delay: FairLink.Delay
        var waiting: [(due: MonotonicTime, bytes: [UInt8])] = []
        var start = 0
        var written = 0
        var heldBytes = 0
        var lastDue = MonotonicTime(nanoseconds: 0)
        var isAtEnd = false
        var isBlocked = false

        var nextDue: MonotonicTime? { start < waiting.count ? waiting[start].due : nil }
    }

    private struct Connection {
        var ways: [Way]
        /// The next time that nothing passes.
        var stall: ClosedRange<MonotonicTime>?
        var isOver = false
    }

    /// A side that does not read is not read for.
    private static let maxHeldBytes = 1 << 20

    let port: Int
    private let target: Int
    private let link: FairLink
    private let listener: Int32
    private let wake: (read: Int32, write: Int32)
    private let isStopping = Atomic(false)
    private let ended = DispatchGroup()
    private var connections: [Connection] = []
    private var generator: SeededGenerator

    /// Listens on a free port and connects each client to `target` on this machine.
    init(to target: Int, _ link: FairLink, seed: UInt64) throws {
        self.target = target
        self.link = link
        generator = SeededGenerator(seed: seed)
        let listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var pipe: [Int32] = [0, 0]
        guard listener >= 0, Glibc.pipe(&pipe) == 0 else { throw CommandError("no socket can be made") }
        guard Self.withAddress(port: 0, { bind(listener, $0, $1) }) == 0, listen(listener, 1_000) == 0 else {
            throw CommandError("no port can be opened")
        }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &length) }
        }
        self.listener = listener
        wake = (pipe[0], pipe[1])
        port = Int(UInt16(bigEndian: address.sin_port))
        let thread = Thread { [self] in
            run()
            ended.leave()
        }
        ended.enter()
        guard thread.start() else { throw CommandError("no thread can be made") }
    }

    /// Ends all connections, and the thread.
    func stop() {
        guard !isStopping.exchange(true, ordering: .acquiringAndReleasing) else { return }
        _ = write(wake.write, "x", 1)
        ended.wait()
        for descriptor in [listener, wake.read, wake.write] { close(descriptor) }
    }

    private static func withAddress(port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(port).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    // MARK: On the thread

    private func run() {
        while !isStopping.load(ordering: .acquiring) {
            deliver()
            wait()
        }
        for connection in connections { end(connection) }
        connections = []
    }

    private func wait() {
        var polled = [
            pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
            pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
        ]
        var readers: [(connection: Int, way: Int)] = []
        var due: MonotonicTime?
        for (index, connection) in connections.enumerated() {
            for (number, way) in connection.ways.enumerated() {
                if let next = way.nextDue, !way.isBlocked { due = min(due ?? next, next) }
                if way.isBlocked { polled.append(pollfd(fd: way.to, events: Int16(POLLOUT), revents: 0)) }
                guard !way.isAtEnd, way.heldBytes < Self.maxHeldBytes else { continue }
                readers.append((index, number))
            }
        }
        let first = polled.count
        for (index, number) in readers {
            polled.append(pollfd(fd: connections[index].ways[number].from, events: Int16(POLLIN), revents: 0))
        }
        let left = due.map { max(0, MonotonicTime.now().duration(to: $0).nanoseconds) }
        if let left, left < 1_000_000 {
            // Finer than `poll` can wait; what comes in meanwhile is read a moment later.
            var rest = timespec(tv_sec: 0, tv_nsec: Int(left))
            nanosleep(&rest, nil)
            return
        }
        let count = poll(&polled, nfds_t(polled.count), left.map { Int32(min($0 / 1_000_000, 1_000)) } ?? -1)
        guard count > 0 else { return }
        for (offset, reader) in readers.enumerated() where polled[first + offset].revents != 0 {
            take(reader.connection, reader.way)
        }
        if polled[1].revents != 0 { accept() }
    }

    private func accept() {
        let client = Glibc.accept(listener, nil, nil)
        guard client >= 0 else { return }
        let server = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard server >= 0, Self.withAddress(port: target, { connect(server, $0, $1) }) == 0 else {
            close(client)
            if server >= 0 { close(server) }
            return
        }
        for descriptor in [client, server] {
            var one: Int32 = 1
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
        connections.append(
            Connection(
                ways: [
                    Way(from: client, to: server, delay: link.up), Way(from: server, to: client, delay: link.down),
                ], stall: link.stalls ? nextStall() : nil))
    }

    private func nextStall() -> ClosedRange<MonotonicTime> {
        let range = FairLink.stallEvery
        let wait = range.lowerBound + (range.upperBound - range.lowerBound) * generator.fraction()
        let start = MonotonicTime.now().advanced(by: .microseconds(Int(wait * 1_000)))
        return start...start.advanced(by: .microseconds(Int(FairLink.stallMs * 1_000)))
    }

    private func take(_ index: Int, _ number: Int) {
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        let count = read(connections[index].ways[number].from, &chunk, chunk.count)
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            connections[index].ways[number].isAtEnd = true
            return
        }
        let now = MonotonicTime.now()
        let way = connections[index].ways[number]
        let delay = Duration.microseconds(Int(way.delay.draw(using: &generator) * 1_000))
        var due = max(way.lastDue, now.advanced(by: delay))
        if let stall = connections[index].stall {
            if stall.contains(due) { due = stall.upperBound }
            if now > stall.upperBound { connections[index].stall = nextStall() }
        }
        connections[index].ways[number].lastDue = due
        connections[index].ways[number].heldBytes += count
        connections[index].ways[number].waiting.append((due, Array(chunk[..<count])))
    }

    private func deliver() {
        let now = MonotonicTime.now()
        for index in connections.indices {
            for number in connections[index].ways.indices { deliver(index, number, now) }
            if connections[index].ways.contains(where: { $0.isAtEnd && $0.nextDue == nil }) {
                connections[index].isOver = true
                end(connections[index])
            }
        }
        connections.removeAll(where: \.isOver)
    }

    private func deliver(_ index: Int, _ number: Int, _ now: MonotonicTime) {
        var way = connections[index].ways[number]
        way.isBlocked = false
        while way.start < way.waiting.count, way.waiting[way.start].due <= now {
            let bytes = way.waiting[way.start].bytes
            let count = bytes.withUnsafeBytes { buffer in
                send(
                    way.to, buffer.baseAddress?.advanced(by: way.written), bytes.count - way.written,
                    Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else {
                if errno == EAGAIN { way.isBlocked = true } else { way.isAtEnd = true }
                if errno != EAGAIN { way.start = way.waiting.count }
                break
            }
            way.written += count
            way.heldBytes -= count
            if way.written == bytes.count {
                way.written = 0
                way.start += 1
            }
        }
        if way.start > 0, way.start == way.waiting.count {
            way.waiting.removeAll(keepingCapacity: true)
            way.start = 0
        }
        connections[index].ways[number] = way
    }

    private func end(_ connection: Connection) {
        for way in connection.ways { close(way.from) }
    }
}
