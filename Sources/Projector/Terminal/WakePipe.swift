@preconcurrency import Glibc

/// A pipe that ends a `poll`. Any thread, and a signal handler, may write to it.
final class WakePipe: Sendable {
    let reading: Int32
    let writing: Int32

    /// - Throws: `ProjectorError.noResources`.
    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw ProjectorError.noResources }
        reading = ends[0]
        writing = ends[1]
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// A full pipe is awake already, so nothing is lost when the byte is refused.
    func wake() {
        var byte: UInt8 = 0
        while write(writing, &byte, 1) < 0, errno == EINTR {}
    }

    func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while true {
            let count = read(reading, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            if count < bytes.count { return }
        }
    }
}
