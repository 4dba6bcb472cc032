import TestSupport
import Testing
import Timing

@testable import Buttons

/// Long presses: a button that is still down two seconds after its press.
@Suite(.timeLimit(.minutes(1))) struct HoldTests {
    private let origin = Marbles.origin

    private func detector(levels: [Bool] = []) -> PressDetector {
        PressDetector(levels: levels, hold: ButtonsTuning.hold)
    }

    private func edge(_ isActive: Bool, at milliseconds: Int) -> Edge {
        Edge(line: 1, isActive: isActive, time: origin.advanced(by: .milliseconds(milliseconds)))
    }

    @Test func aPressIsReportedAtOnceAndItsHoldOnceAfterTwoSeconds() {
        var detector = detector()
        _ = detector.handle(edge(true, at: 0))
        #expect(detector.advance(to: origin.advanced(by: .milliseconds(1))) == [Press(button: 1, time: origin)])
        let due = origin.advanced(by: .seconds(2))
        #expect(detector.deadline == due)
        _ = detector.advance(to: MonotonicTime(nanoseconds: due.nanoseconds - 1))
        #expect(detector.takeHolds() == [])
        #expect(detector.advance(to: due) == [])
        #expect(detector.takeHolds() == [Press(button: 1, time: origin)])
        #expect(detector.takeHolds() == [])
        #expect(detector.deadline == nil)
        _ = detector.advance(to: due.advanced(by: .seconds(10)))
        #expect(detector.takeHolds() == [])
    }

    /// All edges of two seconds in one read: the time between them decides, not when somebody looked.
    @Test(arguments: [(1_999, false), (2_000, true), (9_000, true)]) func edgesReadLateSayHowLong(
        release: Int, isLong: Bool
    ) {
        var detector = detector()
        let presses = detector.handle(edge(true, at: 0)) + detector.handle(edge(false, at: release))
        #expect(presses == [Press(button: 1, time: origin)])
        _ = detector.advance(to: origin.advanced(by: .seconds(20)))
        #expect(detector.takeHolds().isEmpty == !isLong)
    }

    @Test func aBounceInBetweenDoesNotEndIt() {
        var detector = detector()
        for (isActive, time) in [(true, 0), (false, 900), (true, 905)] { _ = detector.handle(edge(isActive, at: time)) }
        _ = detector.advance(to: origin.advanced(by: .seconds(2)))
        #expect(detector.takeHolds() == [Press(button: 1, time: origin)])
    }

    @Test func aContactThatIsOpenAtTheTimeDecidesWhenItHasSettled() {
        for settlesClosed in [true, false] {
            var detector = detector()
            _ = detector.handle(edge(true, at: 0))
            _ = detector.handle(edge(false, at: 1_998))
            _ = detector.advance(to: origin.advanced(by: .milliseconds(2_001)))
            #expect(detector.takeHolds() == [])
            if settlesClosed { _ = detector.handle(edge(true, at: 2_002)) }
            _ = detector.advance(to: origin.advanced(by: .seconds(3)))
            #expect(detector.takeHolds().count == (settlesClosed ? 1 : 0))
        }
    }

    @Test func twoPressesAreNotOneLongOne() {
        var detector = detector()
        for (isActive, time) in [(true, 0), (false, 1_000), (true, 1_100)] {
            _ = detector.handle(edge(isActive, at: time))
        }
        _ = detector.advance(to: origin.advanced(by: .milliseconds(3_099)))
        #expect(detector.takeHolds() == [])
        _ = detector.advance(to: origin.advanced(by: .milliseconds(3_100)))
        #expect(detector.takeHolds() == [Press(button: 1, time: origin.advanced(by: .milliseconds(1_100)))])
    }

    @Test func whatIsHeldAtTheStartOrThroughALossIsNoLongPress() {
        var held = detector(levels: [false, true, false, false])
        #expect(held.deadline == nil)
        _ = held.advance(to: origin.advanced(by: .seconds(9)))
        #expect(held.takeHolds() == [])

        var lossy = detector()
        _ = lossy.handle(edge(true, at: 0))
        _ = lossy.advance(to: origin.advanced(by: .seconds(1)))
        lossy.noteLoss(at: origin.advanced(by: .seconds(1)))
        _ = lossy.resynchronise(levels: [false, true, false, false], at: origin.advanced(by: .seconds(1)))
        _ = lossy.advance(to: origin.advanced(by: .seconds(9)))
        #expect(lossy.takeHolds() == [])
    }

    @Test func whoDoesNotAskIsNotWoken() {
        var detector = PressDetector()
        _ = detector.handle(edge(true, at: 0))
        _ = detector.advance(to: origin.advanced(by: .milliseconds(1)))
        #expect(detector.deadline == nil)
        _ = detector.advance(to: origin.advanced(by: .seconds(9)))
        #expect(detector.takeHolds() == [])
    }

    @Test func aReaderTellsOfALongPressAfterThePress() async throws {
        let source = FakeSource("a")
        let log = EventLog<String>()
        let reader = try EdgeReader(
            "test", source,
            reopening: EdgeReopening(
                folders: [], open: { () throws(ButtonsError) in throw ButtonsError(.gone, "", context: "") },
                tell: { state in if case .ready = state { log.append("ready") } }))
        reader.onHold { log.append("hold \($0.button)") }
        try reader.start { log.append("press \($0.button)") }
        _ = await log.next { $0 == "ready" }
        source.send([Edge(line: 2, isActive: true, time: .now())], levels: [false, false, true, false])
        _ = await log.next { $0 == "hold 2" }
        reader.stop()
        #expect(log.elements == ["ready", "press 2", "hold 2"])
    }

    @Test func aScriptHoldsToo() async throws {
        let panel = MockPanel(
            try ButtonScript(parsing: "at 1ms press 1 hold 1s\nat 1500ms press 2 hold 2500ms", file: "s"))
        let log = EventLog<String>()
        panel.onHold { log.append("hold \($0.button)") }
        try panel.start { log.append("press \($0.button)") }
        _ = await log.next { $0 == "hold 1" }
        panel.stop()
        #expect(log.elements == ["press 0", "press 1", "hold 1"])
    }
}
