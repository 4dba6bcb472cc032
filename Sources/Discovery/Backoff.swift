/// Waits that double from the first to the longest.
struct Backoff {
    private var wait = DiscoveryLimits.firstRetry

    /// The wait before the next attempt.
    mutating func next() -> Duration {
        defer { wait = min(wait * 2, DiscoveryLimits.longestRetry) }
        return wait
    }

    /// To be called when an attempt went well.
    mutating func reset() {
        wait = DiscoveryLimits.firstRetry
    }
}
