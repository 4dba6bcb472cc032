/// Where a component gets its time from: the machine, or a test's hand.
///
/// Only reading the time is asked of it; whoever waits keeps its own timer and asks for the time when it fires.
package protocol TimeSource: Sendable {
    /// The present moment. May be called from any thread.
    var now: MonotonicTime { get }
}

/// The machine's `CLOCK_MONOTONIC`.
package struct MonotonicClock: TimeSource {
    package init() {}

    package var now: MonotonicTime { .now() }
}
