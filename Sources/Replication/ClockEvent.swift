import Timing

/// What a session tells of its exchanges of times. On the session's queue.
package enum ClockEvent: Hashable, Sendable {
    /// The peer takes part, and this stretch of its clock is running; from now on it can be asked.
    case ready(epoch: String)
    /// A question was sent; at most one is without an answer.
    case asked(MonotonicTime)
    case answered(ClockExchange)
    /// Whatever the peer had offered when it answered the question of that moment is stored.
    case drained(asked: MonotonicTime)
    /// The last question was not answered with times.
    case failed
}
