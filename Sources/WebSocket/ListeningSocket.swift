import CWebSocket
import Glibc

/// A TCP socket that listens but is not served yet.
struct ListeningSocket: Sendable {
    let descriptor: Int32
    let port: Int

    /// Opens it. Throws ``WebSocketError`` with what to do about it.
    init(address: String?, port: Int) throws {
        guard let wanted = UInt16(exactly: port) else {
            throw WebSocketError(.invalidOption, "cannot listen on port \(port): choose one from 0 to 65535")
        }
        var bound: UInt16 = 0
        descriptor = cws_open_listening_socket(address, wanted, &bound)
        self.port = Int(bound)
        if descriptor < 0 { throw Self.error(-descriptor, address: address, port: port) }
    }

    /// Gives it back unserved.
    func close() {
        cws_close_socket(descriptor)
    }

    private static func error(_ number: Int32, address: String?, port: Int) -> WebSocketError {
        let place = address.map { "port \(port) of \($0)" } ?? "port \(port)"
        switch number {
        case EADDRINUSE:
            return WebSocketError(
                .addressInUse,
                "cannot listen on \(place): another program uses it; choose another port or stop that one",
                context: place)
        case EADDRNOTAVAIL, EAFNOSUPPORT:
            return WebSocketError(
                .addressUnavailable, "cannot listen on \(place): this machine does not have that address",
                context: place)
        case EACCES, EPERM:
            return WebSocketError(
                .permissionDenied, "cannot listen on \(place): not permitted; choose a port of 1024 or more",
                context: place)
        default:
            let reason = String(cString: strerror(number))
            return WebSocketError(.system, "cannot listen on \(place): \(reason)", context: reason)
        }
    }
}
