/// A request of ours that waits for its reply.
struct SentRequest: Hashable, Sendable {
    let id: BLIPRequestID
    /// Whether its reply is handed over piece by piece.
    let streamsReply: Bool
}
