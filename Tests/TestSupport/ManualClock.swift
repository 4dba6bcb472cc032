import Synchronization
import Timing

/// A clock that stands still until a test moves it.
package final class ManualClock: TimeSource {
    private let nanoseconds: Atomic<Int64>

    package init(_ start: MonotonicTime = MonotonicTime(nanoseconds: 1_000_000_000)) {
        nanoseconds = Atomic(start.nanoseconds)
    }

    package var now: MonotonicTime { MonotonicTime(nanoseconds: nanoseconds.load(ordering: .acquiring)) }

    /// Moves the clock forward.
    package func advance(by duration: Duration) {
        nanoseconds.add(duration.nanoseconds, ordering: .acquiringAndReleasing)
    }
}
