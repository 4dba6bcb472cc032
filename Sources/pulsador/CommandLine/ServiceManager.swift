import FoundationEssentials
@preconcurrency import Glibc

/// What systemd, or whatever else started the process as a service, is told of it: sd_notify(3) without its library.
enum ServiceManager {
    /// Sends one message, such as `READY=1`, to the socket in `$NOTIFY_SOCKET`. Without one, or when nobody listens
    /// there, nothing happens: a service does not end for want of an audience. From any thread.
    static func notify(_ message: String) {
        guard let path = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"].map({ Array($0.utf8) }) else { return }
        var address = sockaddr_un()
        // A socket's name has at most the length of the field; one without a file begins with an @ for its zero byte.
        guard !path.isEmpty, path.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { field in
            field.copyBytes(from: path)
            if path[0] == UInt8(ascii: "@") { field[0] = 0 }
        }
        let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { socklen_t($0 + path.count) } ?? 0
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                let bytes = Array(message.utf8)
                _ = sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), pointer, length)
            }
        }
    }
}
