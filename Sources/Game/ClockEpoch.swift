import Synchronization
import Timing

/// Names the stretch of this machine's `CLOCK_MONOTONIC` that is running: another name after a boot, and after a suspend,
/// during which the clock stood still while others went on.
package final class ClockEpoch: Sendable {
    /// Of this machine.
    package static let shared = ClockEpoch(boot: BootID.current) { MonotonicTime.timeSuspended() }

    /// Two clocks are not read at one moment; the shortest suspend takes longer.
    private static let tolerance = Duration.milliseconds(100)

    private let boot: String
    private let timeSuspended: @Sendable () -> Duration
    private let state: Mutex<(suspended: Duration, count: Int)>

    /// `boot` is printable ASCII of at most 64 characters.
    init(boot: String, timeSuspended: @escaping @Sendable () -> Duration) {
        self.boot = boot
        self.timeSuspended = timeSuspended
        state = Mutex((timeSuspended(), 0))
    }

    /// The present name. Any thread.
    package var name: String {
        let suspended = timeSuspended()
        let count = state.withLock { state in
            if suspended - state.suspended > Self.tolerance { state = (suspended, state.count + 1) }
            return state.count
        }
        return count == 0 ? boot : "\(boot)+\(count)"
    }
}
