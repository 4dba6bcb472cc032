import BLIP
import Documents

/// An error as it travels in a BLIP `ERR` message: a domain, a number in it, and a text for people.
package struct WireError: Error, Sendable, Equatable {
    package var domain: String
    package var code: Int
    package var message: String

    package init(_ domain: String, _ code: Int, _ message: String) {
        self.domain = domain
        self.code = code
        self.message = message
    }

    static func http(_ code: Int, _ message: String) -> WireError { WireError("HTTP", code, message) }
    static func blip(_ code: Int, _ message: String) -> WireError { WireError("BLIP", code, message) }
    static func liteCore(_ code: Int, _ message: String) -> WireError { WireError("LiteCore", code, message) }

    static let conflict = liteCore(8, "conflict")
    static let outOfRange = http(400, "the collection property is out of range.")
    static let invalidJSON = blip(400, "Invalid JSON body")
    static let cannotStore = http(503, "the database cannot store now")
    static let notAnObject = liteCore(5, "Revision body is not a Dict")

    init(_ remote: BLIPRemoteError) {
        self.init(remote.domain.plain, remote.code, remote.message.plain)
    }

    /// What a failed attempt to store a revision is answered with.
    init(storing error: any Error) {
        // Whatever comes from the database itself may pass: the peer keeps the document pending and offers it again.
        guard let error = error as? DocumentsError, error.sqliteCode == 0 else {
            self = .cannotStore
            return
        }
        switch error.code {
        case .invalidTimestamp, .invalidVersion, .invalidHistory: self = .liteCore(4, error.message)
        case .invalidDocument: self = .notAnObject
        case .conflict: self = .conflict
        case .corrupt: self = .liteCore(15, error.message)
        case .tooLarge: self = .http(413, error.message)
        default: self = .cannotStore
        }
    }

    /// Whether the same document may be taken later.
    package var isTransient: Bool {
        domain == "HTTP" && [408, 429, 502, 503, 504].contains(code)
    }

    /// Whether what was sent did not arrive as it left.
    var isDamage: Bool { domain == "LiteCore" && code == 15 }

    var isConflict: Bool {
        (domain == "HTTP" && code == 409) || (domain == "LiteCore" && code == 8)
    }
}
