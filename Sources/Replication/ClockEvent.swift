import Timing

/// What a session tells of its exchanges of times. On the session's queue.
package enum ClockEvent: Hashable, Sendable {
    /// The peer takes part; from now on it can be asked.
    case ready
    /// A question was sent; at most one is without an answer.
    case asked(MonotonicTime)
    case answered(ClockExchange)
    /// The last question was not answered with times.
    case failed
}
