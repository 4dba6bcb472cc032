import Testing
import Timing

@Suite struct MonotonicTimeTests {
    @Test func readingTheClockTwiceNeverGoesBack() {
        let first = MonotonicTime.now()
        #expect(MonotonicTime.now() >= first)
        #expect(first.nanoseconds > 0)
    }

    @Test(arguments: [
        (Duration.seconds(1), Int64(1_000_000_000)),
        (.milliseconds(-5), -5_000_000),
        (.nanoseconds(7), 7),
        (.seconds(Int64.max), Int64.max),
        (.seconds(Int64.min), Int64.min),
    ]) func aDurationCountsItsNanosecondsAndPinsAtTheEnds(duration: Duration, expected: Int64) {
        #expect(duration.nanoseconds == expected)
    }

    @Test func advancingPastTheEndPinsInsteadOfTrapping() {
        let late = MonotonicTime(nanoseconds: .max - 1)
        #expect(late.advanced(by: .seconds(1)).nanoseconds == .max)
        #expect(MonotonicTime(nanoseconds: .min).duration(to: late) == .nanoseconds(Int64.max))
        #expect(Duration.microseconds(1500).milliseconds == 1.5)
    }
}
