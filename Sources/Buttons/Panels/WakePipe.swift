import Glibc

/// A pipe that wakes a thread out of `poll`.
final class WakePipe: Sendable {
    /// Readable once `signal` was called.
    let reading: Int32
    private let writing: Int32

    init() throws(ButtonsError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw ButtonsError(
                .system, "no pipe: \(String(cString: strerror(errno))); close some files", context: "buttons")
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        reading = ends[0]
        writing = ends[1]
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// May be called from any thread, any number of times.
    func signal() {
        var byte: UInt8 = 0
        _ = write(writing, &byte, 1)
    }
}
