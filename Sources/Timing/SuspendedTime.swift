@preconcurrency import Glibc

extension MonotonicTime {
    /// How long the machine has been suspended since it booted, which `CLOCK_MONOTONIC` does not count.
    package static func timeSuspended() -> Duration {
        var monotonic = timespec()
        var boot = timespec()
        clock_gettime(CLOCK_MONOTONIC, &monotonic)
        clock_gettime(CLOCK_BOOTTIME, &boot)
        return .seconds(Int64(boot.tv_sec - monotonic.tv_sec)) + .nanoseconds(Int64(boot.tv_nsec - monotonic.tv_nsec))
    }
}
