import Replication
import Testing
import Timing

@testable import Game

struct LinkMeterTests {
    private func time(_ milliseconds: Int) -> MonotonicTime {
        MonotonicTime(nanoseconds: Int64(milliseconds) * 1_000_000)
    }

    /// A question at a moment and its answer so much later, in milliseconds; the board says what it likes of its own time.
    private func ask(_ meter: inout LinkMeter, at asked: Int, took: Int, says: Int64 = 0) {
        meter.take(.asked(time(asked)), epoch: "h")
        meter.take(
            .answered(
                ClockExchange(
                    asked: time(asked), received: MonotonicTime(nanoseconds: says),
                    answered: MonotonicTime(nanoseconds: says), heard: time(asked + took), epoch: "b")), epoch: "h")
    }

    @Test func whoWasNotMeasuredHasNoDelay() {
        var meter = LinkMeter()
        #expect(meter.longestDelay(at: time(0)) == nil)
        meter.take(.ready(epoch: "b"), epoch: "h")
        meter.take(.asked(time(0)), epoch: "h")
        #expect(meter.longestDelay(at: time(5_000)) == nil, "silence alone is no measurement")
    }

    @Test func theLongestRoundTripOfTheLastMinuteCounts() {
        var meter = LinkMeter()
        ask(&meter, at: 0, took: 300)
        ask(&meter, at: 1_000, took: 20)
        #expect(meter.longestDelay(at: time(2_000)) == .milliseconds(300))
        #expect(meter.longestDelay(at: time(60_300)) == .milliseconds(300))
        #expect(meter.longestDelay(at: time(60_301)) == .milliseconds(20))
        #expect(meter.longestDelay(at: time(90_000)) == nil)
    }

    @Test func aQuestionThatWaitsForItsAnswerCountsWithItsWait() {
        var meter = LinkMeter()
        ask(&meter, at: 0, took: 5)
        meter.take(.asked(time(1_000)), epoch: "h")
        #expect(meter.longestDelay(at: time(2_800)) == .milliseconds(1_800))
        meter.take(.failed, epoch: "h")
        #expect(meter.longestDelay(at: time(2_800)) == .milliseconds(5))
        meter.take(.asked(time(3_000)), epoch: "h")
        meter.disconnected()
        #expect(meter.longestDelay(at: time(5_000)) == .milliseconds(5))
    }

    @Test(arguments: [Int64.min, -1, 0, 10_000_000, .max]) func whatTheBoardSaysOfItsTimeDoesNotCount(says: Int64) {
        var meter = LinkMeter()
        ask(&meter, at: 100, took: 7, says: says)
        #expect(meter.longestDelay(at: time(200)) == .milliseconds(7))
    }

    @Test(
        "power save: a median that is long and four times the shortest",
        arguments: [
            ([6, 6, 7, 6, 20], false), ([49, 60, 5, 70, 127], true), ([100, 101, 100, 102, 100], false),
            ([6, 29, 29, 29, 30], false), ([6, 30, 30, 30, 30], true),
        ]
    ) func powerSave(roundTrips: [Int], seemsAsleep: Bool) throws {
        var meter = LinkMeter()
        for (index, took) in roundTrips.enumerated() {
            #expect(meter.state(at: time(index), epoch: "h") == nil)
            ask(&meter, at: index * 1_000, took: took)
        }
        let state = try #require(meter.state(at: time(6_000), epoch: "h"))
        #expect(state.seemsAsleep == seemsAsleep)
        #expect(state.roundTrip == .milliseconds(roundTrips.sorted()[2]))
        #expect(state.fastest == .milliseconds(roundTrips.min() ?? 0))
        #expect(state.slowest == .milliseconds(roundTrips.max() ?? 0))
    }

    @Test func aLinkIsToldOfWhenItHasChanged() {
        var meter = LinkMeter()
        var told: [Int] = []
        for second in 0..<100 {
            ask(&meter, at: second * 1_000, took: second < 40 ? 10 : 25)
            if let news = meter.news(at: time(second * 1_000 + 25), epoch: "h") {
                told.append(second)
                #expect(news.roundTrip == .milliseconds(second < 40 ? 10 : 25))
            }
        }
        #expect(told.first == 4 && told.count == 2)
        #expect(told.last.map { (69...71).contains($0) } == true, "when most of the minute is slower: \(told)")
    }
}
