@preconcurrency import Glibc
import Synchronization

/// The clock that version times come from: wall time with a counter, so that it never repeats and never goes back.
///
/// A time is nanoseconds since 1970 in steps of 65.5 µs. When the wall clock stands, jumps back or was never set, the
/// clock goes on from the last time it gave out; a local save never fails for the time of day.
///
/// The low 16 bits are the clock's stamp, drawn anew at each opening. A database that lost its last edits (with the power,
/// or because an earlier copy took its place) does not know which times it has given out, and may start from the same
/// received time as before; the stamp keeps it from giving out one of them again for something else. Safe on any thread.
package final class HybridClock: Sendable {
    private let wallClock: @Sendable () -> UInt64
    private let stamp: UInt64
    private let refusesTimesAhead: Bool
    private let lastTime: Mutex<UInt64>

    /// A clock that continues after `last` (0 for a new one) and whose times have the low 16 bits of `stamp`.
    ///
    /// `refusesTimesAhead` is as in `DatabaseOptions`. `wallClock` returns nanoseconds since 1970 and is called once per `now` and `see`, from any thread.
    package init(
        last: UInt64 = 0, stamp: UInt64 = 0, refusesTimesAhead: Bool = true,
        wallClock: @escaping @Sendable () -> UInt64 = HybridClock.systemWallClock
    ) {
        self.wallClock = wallClock
        self.stamp = stamp & Tuning.clockStampMask
        self.refusesTimesAhead = refusesTimesAhead
        lastTime = Mutex(last)
    }

    /// The machine's real-time clock, nanoseconds since 1970; 0 for a time before that.
    package static let systemWallClock: @Sendable () -> UInt64 = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec < 0 ? 0 : UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// The latest time given out or seen; what the database keeps for the next start.
    package var last: UInt64 { lastTime.withLock { $0 } }

    /// A new time, later than every earlier one of this clock and than each of `versions`.
    package func now(after versions: [Version] = []) -> UInt64 {
        let wall = wallClock()
        let latest = versions.reduce(0) { max($0, $1.time) }
        return lastTime.withLock { last in
            let tick = next(after: last, wall: wall)
            guard latest >= tick, latest < .max else {
                last = tick
                return tick
            }
            // A document may hold a time far ahead (taken while the wall clock was not set): pass it for that
            // document, without dragging every other document along.
            let later = next(after: latest, wall: 0)
            if latest < wall.addingSaturated(Tuning.clockTolerance) { last = later }
            return later
        }
    }

    /// Takes note of a received version's time, so that the next `now` is later.
    ///
    /// Throws `.invalidTimestamp` for a time below 2^40, above 2^63-1, or more than 120 s ahead of the wall clock. While
    /// the wall clock is obviously not set (before 2024), or does not bind at all, there is nothing to measure a time
    /// against: it is then accepted and left out of account, up to the year 2116.
    package func see(_ time: UInt64) throws {
        guard try check(time) else { return }
        let wall = wallClock() & ~Tuning.clockStampMask
        lastTime.withLock { $0 = max($0, time, wall) }
    }

    /// Takes note of all of them, or of none when one is refused.
    func see(_ versions: [Version]) throws {
        var latest: UInt64 = 0
        for version in versions where try check(version.time) { latest = max(latest, version.time) }
        guard latest > 0 else { return }
        lastTime.withLock { $0 = max($0, latest) }
    }

    /// Whether `time` would move the clock; throws when it is refused.
    private func check(_ time: UInt64) throws -> Bool {
        guard time >= Tuning.minVersionTime, time <= Tuning.maxVersionTime else {
            throw DocumentsError(.invalidTimestamp, "version time \(String(time, radix: 16)) is outside 2^40…2^63-1")
        }
        if time <= last { return false }
        let wall = wallClock()
        let isBinding = refusesTimesAhead && wall >= Tuning.earliestPlausibleWall
        if !isBinding, time > wall.addingSaturated(Tuning.clockTolerance) {
            guard time <= Tuning.maxTimeWithoutWall else {
                throw DocumentsError(.invalidTimestamp, "version time \(String(time, radix: 16)) is after 2116")
            }
            return false
        }
        guard time & ~Tuning.clockStampMask <= wall.addingSaturated(Tuning.clockTolerance) else {
            throw DocumentsError(
                .invalidTimestamp,
                "version time \(String(time, radix: 16)) is more than 120 s ahead of this machine's clock; set the clocks"
            )
        }
        return true
    }

    /// The first time after `last`, and not before the step of `wall`, that has the stamp.
    private func next(after last: UInt64, wall: UInt64) -> UInt64 {
        let step = max(last, wall, Tuning.minVersionTime) & ~Tuning.clockStampMask
        if step | stamp > last { return step | stamp }
        let (next, overflow) = step.addingReportingOverflow(Tuning.clockStampMask + 1)
        return overflow ? last.addingSaturated(1) : next | stamp
    }
}

extension UInt64 {
    /// The sum, or the largest number when it does not fit.
    fileprivate func addingSaturated(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
