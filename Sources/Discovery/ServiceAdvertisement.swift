/// A game that this machine offers on the local network as `_quizblitz._tcp`.
package struct ServiceAdvertisement: Hashable, Sendable {
    /// The DNS-SD service type that hosts publish and boards look for.
    package static let type = "_quizblitz._tcp"

    /// The name asked for, 1 to 63 bytes of UTF-8. The network may force another one (``PublisherState/renamed(to:)``):
    /// nobody may follow it, boards follow the game id.
    package var name: String
    /// The TCP port, 1 to 65,535.
    package var port: UInt16
    /// The TXT record: keys of printable ASCII without `=`, each entry at most 255 bytes, at most 1,300 in all.
    package var txt: [String: String]

    package init(name: String, port: UInt16, txt: [String: String] = [:]) {
        self.name = name
        self.port = port
        self.txt = txt
    }

    /// The advertisement of a game, as hosts of this kind publish it: `QuizBlitz-` and the first 8 characters of the
    /// id as name; `game`, `name`, `proto` and `tls` (`1` or `0`) as TXT. A title that is too long is cut.
    package static func game(
        id: String, title: String, port: UInt16, subprotocol: String, tls: Bool
    ) -> ServiceAdvertisement {
        let room = DiscoveryLimits.txtStringBytes - TXTKey.gameName.utf8.count - 1
        return ServiceAdvertisement(
            name: "QuizBlitz-\(id.prefix(8))",
            port: port,
            txt: [
                TXTKey.gameID: id,
                TXTKey.gameName: DisplayText.cleaned(title, limit: room),
                TXTKey.subprotocol: subprotocol,
                TXTKey.tls: tls ? "1" : "0",
            ]
        )
    }

    /// Says what about it could never be published.
    package func validate() throws(DiscoveryError) {
        guard (1...DiscoveryLimits.nameBytes).contains(name.utf8.count), !name.utf8.contains(0) else {
            throw DiscoveryError(
                code: .invalidName,
                message: "service name \"\(DisplayText.cleaned(name, limit: 80))\" has \(name.utf8.count) bytes; "
                    + "use 1 to \(DiscoveryLimits.nameBytes), none of them zero"
            )
        }
        guard port != 0 else {
            throw DiscoveryError(code: .invalidPort, message: "port 0 cannot be advertised; listen first")
        }
        _ = try TXTRecord.encode(txt)
    }
}

/// The keys of our TXT record.
enum TXTKey {
    static let gameID = "game"
    static let gameName = "name"
    static let subprotocol = "proto"
    static let tls = "tls"
}
