import Glibc

/// A listening TCP socket on 127.0.0.1 that says nothing by itself.
final class RawServer: Sendable {
    let port: Int
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = RawPeer.address(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = self.descriptor
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) | listen(descriptor, 16) | getsockname(descriptor, $0, &size)
            }
        }
        guard result == 0 else { throw RawPeer.Failure(errno: errno) }
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit {
        Glibc.close(descriptor)
    }

    func accept() throws -> RawPeer {
        let peer = Glibc.accept(descriptor, nil, nil)
        guard peer >= 0 else { throw RawPeer.Failure(errno: errno) }
        return RawPeer(accepted: peer)
    }
}
