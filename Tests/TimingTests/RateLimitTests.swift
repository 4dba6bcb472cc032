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
        #expect(!limit.take(at: at(99)))
        #expect(limit.take(at: at(101)))
        #expect(!limit.take(at: at(101)))
        #expect((0..<4).map { _ in limit.take(at: at(60_000)) } == [true, true, true, false])
    }

    @Test func aDebtIsPaidFirst() {
        var limit = RateLimit(perSecond: 10, burst: 3)
        limit.charge(5, at: at(0))
        #expect(!limit.allows(at: at(0)))
        let next = limit.nextTime(at: at(0))
        #expect(next > at(299) && next < at(301))
        #expect(limit.allows(at: next))
    }

    @Test func aClockThatStepsBackGivesNothing() {
        var limit = RateLimit(perSecond: 10, burst: 1)
        #expect(limit.take(at: at(1000)))
        #expect(!limit.take(at: at(0)))
        #expect(!limit.take(at: at(1000)))
        #expect(limit.take(at: at(1101)))
    }

    @Test func aLimitWithoutRefillEndsForEver() {
        var limit = RateLimit(perSecond: 0, burst: 1)
        #expect(limit.take(at: at(0)))
        #expect(limit.nextTime(at: at(1)) == MonotonicTime(nanoseconds: .max))
        #expect(!limit.take(at: at(1_000_000)))
    }
}
