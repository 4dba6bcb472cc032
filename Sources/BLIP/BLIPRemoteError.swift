/// An error reply: the peer received the request and could not do what it asked.
package struct BLIPRemoteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Who defines the code: `HTTP`, `BLIP`, or a domain of LiteCore's own. `BLIP` if the peer named none.
    package let domain: String
    /// The code; 599 ("unspecified") if the peer sent none or no number.
    package let code: Int
    /// The peer's text for a person, often empty.
    package let message: String

    /// An error as a peer would report it.
    package init(domain: String, code: Int, message: String) {
        self.domain = domain
        self.code = code
        self.message = message
    }

    init(properties: BLIPProperties, body: [UInt8]) {
        domain = properties[Key.domain] ?? "BLIP"
        code = properties[Key.code].flatMap { Int($0) } ?? 599
        message = String(decoding: body, as: UTF8.self)
    }

    /// Domain, code and text in one line.
    package var description: String {
        message.isEmpty ? "\(domain)/\(code)" : "\(domain)/\(code) \(message)"
    }

    /// The error as it is sent. A NUL, which no property can carry, is dropped from the domain.
    var reply: BLIPMessage {
        var properties = BLIPProperties()
        properties[Key.domain] = domain.filter { $0 != "\0" }
        properties[Key.code] = String(code)
        return BLIPMessage(properties: properties, body: .bytes(Array(message.utf8)))
    }

    private enum Key {
        static let domain = "Error-Domain"
        static let code = "Error-Code"
    }
}
