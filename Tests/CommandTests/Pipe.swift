import TestSupport
@preconcurrency import Glibc

/// What a child writes to, a socket since a pipe cannot be made and closed on exec in one call here. The
/// end for the child is open while the value lives.
final class Pipe: Sendable {
    private let reading: Int32
    let writing: Int32

    /// `isNarrow`: little fits in between.
    init(isNarrow: Bool = false) throws {
        var ends: [Int32] = [-1, -1]
        // Closed on exec: children that other tests start at this moment must not keep it open.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw Program.Failure(description: "no socket: \(String(cString: strerror(errno)))")
        }
        (reading, writing) = (ends[0], ends[1])
        var bytes: Int32 = 1
        if isNarrow { setsockopt(writing, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<Int32>.size)) }
    }

    deinit {
        close(writing)
    }

    /// Passes everything on, line by line, until all writers are gone. Call once.
    func read(into log: EventLog<String>, through gate: ReadingGate? = nil) throws {
        try Worker.start { [reading] in
            var rest: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                gate?.pass(log.elements.count)
                let count = Glibc.read(reading, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                rest += buffer[..<count]
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    log.append(String(decoding: rest[..<end], as: UTF8.self))
                    rest.removeSubrange(...end)
                }
            }
            if !rest.isEmpty { log.append(String(decoding: rest, as: UTF8.self)) }
            close(reading)
            log.end()
        }
    }
}
