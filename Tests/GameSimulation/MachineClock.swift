import Timing

/// A machine's monotonic clock: its own zero, and its own pace against the true time of the simulation.
struct MachineClock {
    /// What it shows at true time 0.
    private var zero: Int64
    /// How much faster than true time it goes, in parts of a million.
    let ppm: Double
    private(set) var boots = 1
    private(set) var suspends = 0

    init(zero: Int64, ppm: Double) {
        self.zero = zero
        self.ppm = ppm
    }

    func reading(at time: MonotonicTime) -> MonotonicTime {
        let drift = Int64((Double(time.nanoseconds) * ppm * 1e-6).rounded())
        return MonotonicTime(nanoseconds: zero + time.nanoseconds + drift)
    }

    /// The true time at which it shows `reading`, to the microsecond.
    func time(of reading: MonotonicTime) -> MonotonicTime {
        let shown = Double(reading.nanoseconds - zero)
        return MonotonicTime(nanoseconds: Int64((shown / (1 + ppm * 1e-6)).rounded(.up)) + 1)
    }

    /// Names the stretch that is running.
    var epoch: String { "boot-\(boots)" + (suspends > 0 ? "+\(suspends)" : "") }

    /// The machine boots again and counts from a moment before `time`.
    mutating func boot(at time: MonotonicTime) {
        boots += 1
        suspends = 0
        zero += MonotonicTime(nanoseconds: 10_000_000_000).nanoseconds - reading(at: time).nanoseconds
    }

    /// The clock has stood still for `duration`.
    mutating func suspended(for duration: Duration) {
        suspends += 1
        zero -= duration.nanoseconds
    }
}
