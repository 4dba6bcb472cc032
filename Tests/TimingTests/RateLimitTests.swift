import Testing
import Timing

@Suite struct RateLimitTests {
    private func at(_ milliseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: milliseconds * 1_000_000) }

    @Test func aBurstPassesAndThenNothing() {
        var limit = RateLimit(perSecond: 10, burst: 3)
        let passed = (0..<5).map { _ in limit.take(at: at(0)) }
        #expect(passed == [true, true, true, false, false])
    }

    @Test func timeGivesBackAtItsRateAndNoMoreThanABurst() {
        var limit = RateLimit(perSecond: 10, burst: 3)
        for _ in 0..<3 { _ = limit.take(at: at(0)) }
        let first = [99, 101, 101].map { limit.take(at: at($0)) }
        #expect(first == [false, true, false])
        let later = (0..<4).map { _ in limit.take(at: at(60_000)) }
        #expect(later == [true, true, true, false])
    }

    @Test func aDebtIsPaidFirst() {
        var limit = RateLimit(perSecond: 10, burst: 3)
        limit.charge(5, at: at(0))
        let allowed = limit.allows(at: at(0))
        #expect(!allowed)
        let next = limit.nextTime(at: at(0))
        #expect(next > at(299) && next < at(301))
        let allowedThen = limit.allows(at: next)
        #expect(allowedThen)
    }

    @Test func aClockThatStepsBackGivesNothing() {
        var limit = RateLimit(perSecond: 10, burst: 1)
        let taken = [1000, 0, 1000, 1101].map { limit.take(at: at($0)) }
        #expect(taken == [true, false, false, true])
    }

    @Test func aLimitWithoutRefillEndsForEver() {
        var limit = RateLimit(perSecond: 0, burst: 1)
        let taken = [0, 1, 1_000_000].map { limit.take(at: at($0)) }
        #expect(taken == [true, false, false])
        let next = limit.nextTime(at: at(1_000_000))
        #expect(next == MonotonicTime(nanoseconds: .max))
    }
}
