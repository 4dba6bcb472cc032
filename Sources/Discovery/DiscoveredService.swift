/// A game found on the local network, at one address. A host with several interfaces or address families is found once
/// for each; `gameID` tells which of them are the same game.
///
/// Everything in it comes from strangers: the text is bounded and has no control characters, and none of it is proof
/// of anything.
package struct DiscoveredService: Hashable, Sendable {
    /// The service name, for display only: the network may rename a service at any time.
    package let name: String
    /// A numeric address to connect to: IPv4, or IPv6 with its scope where it needs one (`fe80::1%eth0`).
    package let host: String
    /// The TCP port, never 0.
    package let port: UInt16
    /// The TXT record, keys in lower case.
    package let txt: [String: String]
    /// Our interface that the service is reached through, such as `wlan0`.
    package let interface: String

    package init(name: String, host: String, port: UInt16, txt: [String: String], interface: String) {
        self.name = name
        self.host = host
        self.port = port
        self.txt = txt
        self.interface = interface
    }

    /// The id of the game, which boards follow; nil when the service does not say, and is no game of ours.
    package var gameID: String? { nonEmpty(TXTKey.gameID) }

    /// The game's title for a person.
    package var gameName: String? { nonEmpty(TXTKey.gameName) }

    /// The WebSocket sub-protocol that the host speaks.
    package var subprotocol: String? { nonEmpty(TXTKey.subprotocol) }

    /// Whether the host wants TLS.
    package var tls: Bool { txt[TXTKey.tls] == "1" }

    /// `HOST:PORT` as `--host` takes it: `192.0.2.1:18999`, `[fe80::1%eth0]:18999`.
    package var endpoint: String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    private func nonEmpty(_ key: String) -> String? {
        txt[key].flatMap { $0.isEmpty ? nil : $0 }
    }
}
