/// A request of the peer that wants a reply whose last frame has not been written.
enum UnansweredRequest: Hashable, Sendable {
    /// The owner has not replied. `isUrgent` is the request's: an error reply is as urgent.
    case waiting(isUrgent: Bool)
    /// The reply is queued or partly written.
    case replying
}
