import Glibc
import Synchronization
import TestSupport
import Testing
import Timing

@testable import Buttons

/// Collects presses from a panel's thread for an async test to await.
private func presses(of panel: some ButtonPanel, count: Int, then act: () -> Void = {}) async throws -> [Press] {
    let (stream, continuation) = AsyncStream.makeStream(of: Press.self)
    try panel.start { continuation.yield($0) }
    act()
    var presses: [Press] = []
    for await press in stream {
        presses.append(press)
        if presses.count == count { break }
    }
    return presses
}

@Suite(.timeLimit(.minutes(1))) struct PanelTests {
    @Test func theMockPanelPlaysInOrderOnItsOwnThread() async throws {
        let script = try ButtonScript(
            parsing: "at 30ms press 3\nat 0s press 1 bounce 5\non question 2 after 60ms press 2", file: "x")
        let panel = MockPanel(script)
        let before = MonotonicTime.now()
        let found = try await presses(of: panel, count: 3) { panel.questionOpened(index: 1, opening: 0) }
        panel.stop()
        #expect(found.map(\.button) == [0, 2, 1])
        #expect(found[0].time >= before)
        #expect(found[0].time.duration(to: found[1].time) == .milliseconds(30))
    }

    @Test func afterStopNothingIsReportedAndNothingStartsAgain() throws {
        let count = Atomic(0)
        let panel = MockPanel(try ButtonScript(parsing: "at 3600s press 1", file: "x"))
        try panel.start { _ in count.add(1, ordering: .relaxed) }
        panel.stop()
        panel.stop()
        #expect(count.load(ordering: .relaxed) == 0)
        #expect(throws: ButtonsError.self) { try panel.start { _ in } }
    }

    @Test func aHandlerMayStopItsOwnPanel() async throws {
        let panel = MockPanel(try ButtonScript(parsing: "at 0s press 1\nat 50ms press 2", file: "x"))
        let (stream, continuation) = AsyncStream.makeStream(of: Press.self)
        try panel.start { press in
            continuation.yield(press)
            panel.stop()
            continuation.finish()
        }
        var found: [Int] = []
        for await press in stream { found.append(press.button) }
        #expect(found == [0])
    }

    @Test func keysOneToFourAreButtonsAtTheClocksTime() throws {
        let clock = ManualClock()
        let panel = KeyboardPanel(clock: clock)
        let found = Mutex<[Press]>([])
        try panel.start { press in found.withLock { $0.append(press) } }
        let taken = "1a4 05".map { panel.key($0) }
        #expect(taken == [true, false, true, false, false, false])
        #expect(found.withLock { $0 } == [Press(button: 0, time: clock.now), Press(button: 3, time: clock.now)])
        panel.stop()
        panel.key("2")
        #expect(found.withLock(\.count) == 2)
        #expect(throws: ButtonsError.self) { try panel.start { _ in } }
    }

    @Test func aPatternHasFourLamps() {
        #expect(LampPattern([.on]).lamps == [.on, .off, .off, .off])
        #expect(LampPattern(Array(repeating: .fast, count: 9)) == .all(.fast))
        #expect(LampPattern.only(2, .slow).lamps == [.off, .off, .slow, .off])
        #expect(LampPattern.only(7, .slow) == .all(.off))
    }
}
