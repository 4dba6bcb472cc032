/// A `ws://[user:password@]host[:port][/path]` URL; IPv6 addresses stand in brackets.
package struct WebSocketURL: Hashable, Sendable, CustomStringConvertible {
    /// Whether the scheme is `wss`.
    package var isSecure: Bool
    /// The user's name, percent-decoded.
    package var user: String?
    /// The password, percent-decoded.
    package var password: String?
    /// A name or an address, without brackets.
    package var host: String
    /// 1…65535; 80 for `ws` and 443 for `wss` unless the URL names one.
    package var port: Int
    /// From the first slash on, with a query if there is one, still percent-encoded; at least `/`.
    package var path: String

    package init(host: String, port: Int, path: String = "/", user: String? = nil, password: String? = nil) {
        isSecure = false
        self.host = host
        self.port = port
        self.path = path.hasPrefix("/") ? path : "/" + path
        self.user = user
        self.password = password
    }

    /// Parses a URL; `defaultPort` is taken for the scheme's own when it names none. Throws
    /// ``WebSocketError/Code/invalidURL`` with the reason.
    package init(_ text: String, defaultPort: Int? = nil) throws {
        var rest: Substring
        if text.lowercased().hasPrefix("ws://") {
            isSecure = false
            rest = text.dropFirst(5)
        } else if text.lowercased().hasPrefix("wss://") {
            isSecure = true
            rest = text.dropFirst(6)
        } else {
            throw Self.invalid(text, "it must start with ws:// or wss://")
        }
        let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        path = try Self.path(rest[end...], of: text)
        rest = rest[..<end]
        if let at = rest.lastIndex(of: "@") {
            (user, password) = try Self.credentials(rest[..<at], of: text)
            rest = rest[rest.index(after: at)...]
        }
        let port: Substring?
        (host, port) = try Self.authority(rest, of: text)
        guard let port else {
            self.port = defaultPort ?? (isSecure ? 443 : 80)
            return
        }
        guard let number = UInt16(port), number > 0, port.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
            throw Self.invalid(text, "the port must be a number from 1 to 65535")
        }
        self.port = Int(number)
    }

    /// The URL without user and password.
    package var description: String { "\(isSecure ? "wss" : "ws")://\(hostAndPort)\(path)" }

    /// `host:port` as a Host header has it: brackets around IPv6, the scheme's own port left off.
    var hostAndPort: String {
        let shown = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? shown : "\(shown):\(port)"
    }
}

extension WebSocketURL {
    private static func invalid(_ text: String, _ reason: String) -> WebSocketError {
        // The text may hold a password.
        let shown = text.lastIndex(of: "@").map { "…" + text[$0...] } ?? text
        return WebSocketError(
            .invalidURL, "'\(shown)' is not a WebSocket URL: \(reason); write ws://host:port/path", context: shown)
    }

    private static func path(_ text: Substring, of url: String) throws -> String {
        guard !text.contains("#") else { throw invalid(url, "a fragment (#) is not allowed") }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw invalid(url, "the path has spaces or characters that must be percent-encoded")
        }
        guard text.utf8.count <= Tuning.maxPathBytes else { throw invalid(url, "the path is too long") }
        return text.hasPrefix("/") ? String(text) : "/" + text
    }

    private static func credentials(_ text: Substring, of url: String) throws -> (String, String?) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let decoded = parts.map { HTTPText.percentDecoded($0) }
        guard let user = decoded[0], !user.isEmpty else { throw invalid(url, "the user name is missing or unreadable") }
        guard decoded.count == 2 else { return (user, nil) }
        guard let password = decoded[1] else { throw invalid(url, "the password is not properly percent-encoded") }
        return (user, password)
    }

    private static func authority(_ text: Substring, of url: String) throws -> (String, Substring?) {
        let host: Substring
        var port: Substring?
        if text.hasPrefix("[") {
            guard let close = text.firstIndex(of: "]") else { throw invalid(url, "the bracket is not closed") }
            host = text[text.index(after: text.startIndex)..<close]
            let after = text[text.index(after: close)...]
            guard after.isEmpty || after.hasPrefix(":") else {
                throw invalid(url, "only a port may follow the bracket")
            }
            port = after.isEmpty ? nil : after.dropFirst()
            guard host.contains(":") else { throw invalid(url, "brackets are for IPv6 addresses") }
        } else {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 2 else { throw invalid(url, "an IPv6 address needs brackets") }
            host = parts[0]
            port = parts.count == 2 ? parts[1] : nil
        }
        let allowed = host.utf8.allSatisfy { byte in
            byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}[]@/?#".utf8.contains(byte)
        }
        guard !host.isEmpty, allowed, host.utf8.count <= Tuning.maxHostBytes - 8 else {
            throw invalid(url, "the host is missing or not a name or an address")
        }
        return (String(host), port)
    }
}
