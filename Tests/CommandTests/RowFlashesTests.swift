import Quiz
import Testing
import Timing

@testable import pulsador

struct RowFlashesTests {
    private let start = MonotonicTime(nanoseconds: 7)

    private func time(_ milliseconds: Int) -> MonotonicTime { start.advanced(by: .milliseconds(milliseconds)) }

    @Test func aRowIsOnThreeTimesWithinASecond() throws {
        let (ana, ben) = (try PlayerID("ana"), try PlayerID("ben"))
        var flashes = RowFlashes()
        #expect(flashes.nextChange(after: start) == nil && !flashes.isOn(ana, at: start))
        flashes.begin(ana, at: start)
        var seen = ""
        var now = start
        while let next = flashes.nextChange(after: now) {
            seen += flashes.isOn(ana, at: now) ? "#" : "_"
            #expect(!flashes.isOn(ben, at: now))
            #expect(next == now.advanced(by: .milliseconds(200)))
            now = next
        }
        #expect(seen == "#_#_#" && now == time(1_000))
        #expect(!flashes.isOn(ana, at: now))
    }

    @Test func anotherPressBeginsAnew() throws {
        let ana = try PlayerID("ana")
        var flashes = RowFlashes()
        flashes.begin(ana, at: start)
        flashes.begin(ana, at: time(300))
        #expect(flashes.isOn(ana, at: time(350)))
        #expect(flashes.isOn(ana, at: time(1_299)) && !flashes.isOn(ana, at: time(1_300)))
    }
}
