@preconcurrency import Glibc

/// A moment on the machine's `CLOCK_MONOTONIC`, in nanoseconds since boot (suspend not counted).
///
/// Every time that decides a score is one of these. It says nothing about the wall clock, survives any step of it,
/// and is only comparable within one boot of one machine. `ContinuousClock` is `CLOCK_BOOTTIME` on Linux: never mix.
package struct MonotonicTime: Hashable, Comparable, Sendable, Codable {
    /// Nanoseconds since boot.
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Reads the machine's clock.
    package static func now() -> MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Written as a bare integer, as the documents of a game hold it.
    package init(from decoder: any Decoder) throws {
        nanoseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(nanoseconds)
    }
}

extension MonotonicTime: InstantProtocol {
    /// The moment `duration` later, pinned to the range of `Int64` nanoseconds.
    package func advanced(by duration: Duration) -> MonotonicTime {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.nanoseconds)
        guard overflow else { return MonotonicTime(nanoseconds: sum) }
        return MonotonicTime(nanoseconds: duration < .zero ? .min : .max)
    }

    package func duration(to other: MonotonicTime) -> Duration {
        let (difference, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
        return .nanoseconds(overflow ? (self < other ? .max : .min) : difference)
    }
}

extension Duration {
    /// The whole duration in nanoseconds, cut towards zero and pinned to the range of `Int64` (292 years).
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflowed) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        guard overflow || overflowed else { return sum }
        return seconds < 0 ? .min : .max
    }

    /// The duration in milliseconds, with its fraction.
    package var milliseconds: Double {
        Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
    }
}
