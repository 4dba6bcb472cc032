import Glibc

/// One TCP connection to this machine, whose calls block for ten seconds at most.
final class Client {
    private var descriptor: Int32

    struct Failure: Error {
        let errno: Int32
    }

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            let code = errno
            close(hard: false)
            throw Failure(errno: code)
        }
    }

    deinit {
        close(hard: false)
    }

    /// Sends what the other end takes.
    func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { rest in
                Self.uninterrupted { Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL)) }
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Does a call again that a signal interrupted: libFuzzer's timer sends some.
    private static func uninterrupted(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    /// Why `text` did not come; nil when it did.
    func missing(_ text: String) -> String? {
        let wanted = Array(text.utf8)
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while received.count < 1 << 20 {
            let count = Self.uninterrupted { recv(descriptor, &buffer, buffer.count, 0) }
            guard count > 0 else {
                let how = count == 0 ? "closed" : String(cString: strerror(errno))
                return "\(how) after \(received.count) bytes"
            }
            let start = max(0, received.count - wanted.count)
            received += buffer[..<count]
            if received[start...].indices.contains(where: { received[$0...].starts(with: wanted) }) { return nil }
        }
        return "a megabyte of something else"
    }

    /// Ends the connection; `hard` with a reset.
    func close(hard: Bool) {
        guard descriptor >= 0 else { return }
        if hard {
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        }
        Glibc.close(descriptor)
        descriptor = -1
    }
}
