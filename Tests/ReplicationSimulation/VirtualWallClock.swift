import Synchronization
import TestSupport
import Timing

/// A peer's wall clock, driven by the network's clock.
final class VirtualWallClock: Sendable {
    private let clock: ManualClock
    /// Nanoseconds since 1970 at the start of the network's clock.
    private let origin: Atomic<Int64>

    /// 2026-01-01 at the start of the network's clock, plus `skew`.
    init(_ clock: ManualClock, skew: Duration) {
        self.clock = clock
        origin = Atomic(1_767_225_600_000_000_000 + skew.nanoseconds)
    }

    /// Nanoseconds since 1970.
    var now: UInt64 { UInt64(max(0, origin.load(ordering: .acquiring) + clock.now.nanoseconds)) }

    /// Sets the clock to `time` nanoseconds since 1970.
    func set(_ time: UInt64) {
        origin.store(Int64(time) - clock.now.nanoseconds, ordering: .releasing)
    }
}
