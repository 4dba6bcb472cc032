import Timing

/// How long to wait before the next attempt to connect: doubling from `first` to `longest`, with jitter, and never
/// shorter than the wait before.
///
/// The jitter keeps a room full of boards from coming back in the same instant after the host was restarted.
package struct Backoff: Sendable {
    /// The first wait, before jitter.
    package var first: Duration
    /// The longest wait; jitter stays below it.
    package var longest: Duration
    /// Attempts until giving up; nil means never.
    package var maxAttempts: Int?
    private var attempts = 0
    private var last = Duration.zero

    package init(first: Duration = .seconds(2), longest: Duration = .seconds(300), maxAttempts: Int? = nil) {
        self.first = first
        self.longest = longest
        self.maxAttempts = maxAttempts
    }

    /// The wait before the next attempt; nil when there have been enough.
    ///
    /// Each is drawn evenly from half to the whole of the doubled step, then raised to at least the one before.
    package mutating func next(using generator: inout some RandomNumberGenerator) -> Duration? {
        if let maxAttempts, attempts >= maxAttempts { return nil }
        let (doubled, overflow) = max(0, first.nanoseconds).multipliedReportingOverflow(
            by: 1 << Int64(min(attempts, 20)))
        let step = overflow ? longest.nanoseconds : min(longest.nanoseconds, doubled)
        attempts += 1
        let drawn = Int64.random(in: step / 2...max(step / 2, step), using: &generator)
        last = max(last, .nanoseconds(drawn))
        return last
    }

    /// Forgets earlier failures, since a connection has come about.
    package mutating func reset() {
        attempts = 0
        last = .zero
    }
}
