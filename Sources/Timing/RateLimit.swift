/// How often something may happen: so many times at once, and so many a second in the long run (a token bucket).
///
///     var limit = RateLimit(perSecond: 100, burst: 400)
///     guard limit.take(at: clock.now) else { return tooMany() }
///
/// It knows no clock; times are given to it and may stand still, but a time before an earlier one counts as that one.
package struct RateLimit: Hashable, Sendable {
    /// Refilled a second; 0 or more.
    package let perSecond: Double
    /// The most that may be taken at once; 1 or more.
    package let burst: Double
    private var left: Double
    private var refilledAt: MonotonicTime?

    /// Full at the start.
    package init(perSecond: Double, burst: Double) {
        self.perSecond = max(0, perSecond)
        self.burst = max(1, burst)
        left = self.burst
    }

    /// Takes one if there is one.
    package mutating func take(at now: MonotonicTime) -> Bool {
        refill(at: now)
        guard left >= 1 else { return false }
        left -= 1
        return true
    }

    /// Takes `count` of them for what has happened already, also more than there are: the debt is paid first.
    package mutating func charge(_ count: Int, at now: MonotonicTime) {
        refill(at: now)
        left -= Double(count)
    }

    /// Whether `take` would succeed.
    package mutating func allows(at now: MonotonicTime) -> Bool {
        refill(at: now)
        return left >= 1
    }

    /// When `take` will succeed if nothing is taken until then; `now` or later, `.max` nanoseconds if never.
    package mutating func nextTime(at now: MonotonicTime) -> MonotonicTime {
        refill(at: now)
        guard left < 1 else { return now }
        guard perSecond > 0 else { return MonotonicTime(nanoseconds: .max) }
        // One nanosecond more than computed, so that rounding cannot make whoever waits come too early.
        return now.advanced(by: .seconds((1 - left) / perSecond) + .nanoseconds(1))
    }

    private mutating func refill(at now: MonotonicTime) {
        let since = refilledAt ?? now
        guard now > since || refilledAt == nil else { return }
        left = min(burst, left + since.duration(to: now).milliseconds / 1e3 * perSecond)
        refilledAt = now
    }
}
