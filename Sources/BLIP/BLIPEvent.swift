/// What incoming frames amount to.
package enum BLIPEvent: Hashable, Sendable {
    /// A request of the peer.
    case request(BLIPIncomingRequest)
    /// The reply to one of our requests, or an error reply, also to those sent with `streamReply`. Exactly one for each
    /// request that wants a reply, unless it was streamed.
    case reply(BLIPRequestID, BLIPReply)
    /// The next piece of a reply that is not an error, to a request sent with `streamReply`. The first piece, and only
    /// that, has properties; the last may have no bytes.
    case replyPart(BLIPRequestID, properties: BLIPProperties?, bytes: [UInt8], isLast: Bool)
}
