import Buttons
import Testing
import Timing

@Suite struct LostEdgesTests {
    private func time(_ milliseconds: Int) -> MonotonicTime {
        Marbles.origin.advanced(by: .milliseconds(milliseconds))
    }

    @Test func consecutiveNumbersAskForNothing() {
        var detector = PressDetector()
        _ = detector.handle(Edge(line: 0, isActive: true, time: time(0), sequence: 7))
        _ = detector.handle(Edge(line: 1, isActive: true, time: time(0), sequence: 8))
        #expect(!detector.needsLevels)
        #expect(detector.advance(to: time(5)).allSatisfy { !$0.isTimeUncertain })
    }

    @Test func aGapAsksForTheLevelsAndMarksThePressUncertain() {
        var detector = PressDetector()
        _ = detector.handle(Edge(line: 0, isActive: false, time: time(0), sequence: 1))
        _ = detector.handle(Edge(line: 0, isActive: true, time: time(50), sequence: 4))
        #expect(detector.needsLevels)
        let presses = detector.resynchronise(levels: [true, false, false, false], at: time(50))
        #expect(presses == [Press(button: 0, time: time(50), isTimeUncertain: true)])
        #expect(!detector.needsLevels)
        #expect(detector.advance(to: time(100)) == [])
    }

    @Test func aPressWhoseEdgesWereAllLostIsFoundByItsLevelOnce() {
        var detector = PressDetector()
        _ = detector.handle(Edge(line: 3, isActive: false, time: time(0), sequence: 1))
        _ = detector.handle(Edge(line: 3, isActive: false, time: time(50), sequence: 9))
        let presses = detector.resynchronise(levels: [false, true], at: time(51))
        #expect(presses == [Press(button: 1, time: time(51), isTimeUncertain: true)])
        #expect(detector.handle(Edge(line: 1, isActive: false, time: time(60), sequence: 10)) == [])
        #expect(detector.advance(to: time(100)) == [])
    }

    @Test func aReleaseThatWasLostFreesTheLineAgain() {
        var detector = PressDetector()
        _ = detector.handle(Edge(line: 0, isActive: true, time: time(0), sequence: 1))
        #expect(detector.advance(to: time(2)).count == 1)
        _ = detector.handle(Edge(line: 1, isActive: false, time: time(50), sequence: 3))
        #expect(detector.resynchronise(levels: [false, false, false, false], at: time(50)) == [])
        _ = detector.handle(Edge(line: 0, isActive: true, time: time(100), sequence: 4))
        #expect(detector.advance(to: time(102)) == [Press(button: 0, time: time(100))])
    }

    @Test func aHeldButtonIsNotPressedAgainByAGap() {
        var detector = PressDetector()
        _ = detector.handle(Edge(line: 0, isActive: true, time: time(0), sequence: 1))
        #expect(detector.advance(to: time(2)).count == 1)
        #expect(detector.handle(Edge(line: 0, isActive: true, time: time(50), sequence: 5)) == [])
        #expect(detector.resynchronise(levels: [true], at: time(51)) == [])
        #expect(detector.advance(to: time(100)) == [])
    }
}
