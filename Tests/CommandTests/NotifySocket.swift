import TestSupport
@preconcurrency import Glibc

/// A service manager's ear: the socket that `$NOTIFY_SOCKET` names, and what was said to it.
final class NotifySocket: Sendable {
    let messages = EventLog<String>(hangGuard: Program.hangGuard)
    /// What to put into the environment.
    let name: String
    private let descriptor: Int32

    /// Listens at a path, or without a file at an abstract name, which is written with an `@`.
    init(_ name: String) throws {
        self.name = name
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { field in
            field.copyBytes(from: name.utf8)
            if name.hasPrefix("@") { field[0] = 0 }
        }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count)
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        guard result == 0 else {
            throw Program.Failure(description: "cannot listen at \(name): \(String(cString: strerror(errno)))")
        }
        try Worker.start { [descriptor, messages] in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                // The empty message is our own farewell.
                guard count > 0 else { break }
                messages.append(String(decoding: buffer[..<count], as: UTF8.self))
            }
            close(descriptor)
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RD))
    }

    /// Waits for a message that has `text` from the message `start` on; returns how far it has read.
    @discardableResult
    func message(_ text: String, from start: Int = 0) async throws -> Int {
        guard let found = await messages.next(from: start, where: { $0.contains(text) }) else {
            throw Program.Failure(description: "nobody said \(text), but: \(messages.elements)")
        }
        return found.after
    }
}
