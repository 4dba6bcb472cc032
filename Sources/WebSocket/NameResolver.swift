import Glibc

/// Host names to numeric addresses, without making the loop wait.
enum NameResolver {
    /// Calls `done` with the addresses of `host`, best first, or with none: at once for an address, else on a thread
    /// that lives until the system has answered.
    static func resolve(_ host: String, _ done: @escaping @Sendable ([String]) -> Void) {
        if isNumeric(host) { return done([host]) }
        do {
            let thread = try LoopThread.start(name: "ws-resolver") { done(lookUp(host)) }
            pthread_detach(thread)
        } catch {
            done([])
        }
    }

    static func isNumeric(_ host: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1
    }

    /// Asks the system. Blocks.
    static func lookUp(_ host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var addresses: [String] = []
        var next = list
        while let entry = next?.pointee {
            if let address = numeric(entry), !addresses.contains(address) { addresses.append(address) }
            next = entry.ai_next
        }
        return addresses
    }

    private static func numeric(_ entry: addrinfo) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let result = getnameinfo(
                entry.ai_addr, entry.ai_addrlen, start, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST)
            return result == 0 ? String(cString: start) : nil
        }
    }
}
