import Timing

/// One question for the peer's time and its answer: four moments, two on each side's own monotonic clock.
///
/// Whatever the way there and the way back took, the peer's clock was at most `received` when ours was `asked`, and at
/// least `answered` when ours was `heard`. The stamps are taken when the frame is made and when it has come off the socket.
package struct ClockExchange: Hashable, Sendable {
    /// When the question left, by our clock.
    package let asked: MonotonicTime
    /// When it had arrived, by the peer's clock, as the peer says.
    package let received: MonotonicTime
    /// When the answer left, by the peer's clock, as the peer says.
    package let answered: MonotonicTime
    /// When the answer had arrived, by our clock.
    package let heard: MonotonicTime
    /// The stretch of the peer's clock that its moments belong to: another one, another zero.
    package let epoch: String

    /// The peer's moments are taken as they are given.
    package init(
        asked: MonotonicTime, received: MonotonicTime, answered: MonotonicTime, heard: MonotonicTime, epoch: String
    ) {
        self.asked = asked
        self.received = received
        self.answered = answered
        self.heard = heard
        self.epoch = epoch
    }

    /// The whole time from the question to its answer, by our clock alone: what the peer took to answer is in it.
    package var roundTrip: Duration { max(.zero, asked.duration(to: heard)) }
}
