/// What stopped or troubled a replication, in words for the person who runs it.
package struct ReplicationError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// The peer's answer or message broke the protocol.
        case protocolViolation
        /// The peer has no collection of that name.
        case noSuchCollection
        /// The peer wants other credentials, or none of ours will do.
        case unauthorized
        /// The peer refused the connection (full, wrong path, wrong protocol).
        case refused
        /// The peer cannot be reached, or the connection broke.
        case unreachable
        /// The peer does not allow what was asked.
        case forbidden
        /// One document was refused by the peer.
        case documentRefused
        /// The local database failed.
        case database
    }

    package let code: Code
    package let message: String
    /// Whether trying again later can help.
    package let isTransient: Bool

    /// The message may hold words of the peer; they are made plain.
    package init(_ code: Code, _ message: String, isTransient: Bool = false) {
        self.code = code
        self.message = message.plain
        self.isTransient = isTransient
    }

    package var description: String { message }
}
