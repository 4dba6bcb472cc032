/// One message in one direction: a request and the reply to it share their number.
struct MessageKey: Hashable, Sendable {
    let number: UInt64
    /// Whether it is a reply or an error reply.
    let isReply: Bool
}
