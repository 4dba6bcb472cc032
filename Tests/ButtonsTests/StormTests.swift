import Buttons
import Testing
import Timing

/// Contacts that chatter so much that the kernel's buffer loses edges.
@Suite struct StormTests {
    private struct Trace {
        var edges: [Edge] = []
        let start: MonotonicTime
        /// The level at which it comes to rest.
        let isHeldAtTheEnd: Bool

        /// Chatter of one line, beginning with a contact.
        init(seed: Int, edges range: ClosedRange<Int> = 3...60) {
            var numbers = TestNumbers(seed: seed)
            start = Marbles.origin.advanced(by: .microseconds(Int.random(in: 0...1_000_000, using: &numbers)))
            let count = Int.random(in: range, using: &numbers)
            var now = start
            for index in 0..<count {
                edges.append(
                    Edge(line: 0, isActive: index.isMultiple(of: 2), time: now, sequence: UInt64(index + 1)))
                now = now.advanced(by: .microseconds(Int.random(in: 1...9_900, using: &numbers)))
            }
            isHeldAtTheEnd = !count.isMultiple(of: 2)
        }
    }

    /// libgpiod 2: the kernel drops the oldest edges and numbers all of them.
    @Test(arguments: 0..<200) func aStormWhoseOldestEdgesAreLostIsOnePress(seed: Int) throws {
        let trace = Trace(seed: seed)
        var numbers = TestNumbers(seed: seed + 1000)
        let lost = Int.random(in: 1..<trace.edges.count, using: &numbers)
        var detector = PressDetector(sequence: 0)
        var presses = trace.edges[lost...].flatMap { detector.handle($0) }
        #expect(detector.needsLevels)
        let end = try #require(trace.edges.last).time.advanced(by: .microseconds(50))
        presses += detector.resynchronise(levels: [trace.isHeldAtTheEnd, false, false, false], at: end)
        presses += detector.advance(to: end.advanced(by: .seconds(1)))
        #expect(presses.count == 1)
        let press = try #require(presses.first)
        #expect(press.button == 0 && press.isTimeUncertain)
        #expect(press.time >= trace.start && press.time <= end)
    }

    /// libgpiod 1.6: the kernel drops the newest edges and says nothing; a full buffer tells it.
    @Test(arguments: 0..<200) func aStormWhoseNewestEdgesAreLostIsOnePress(seed: Int) throws {
        let kept = 16
        let trace = Trace(seed: seed, edges: (kept + 1)...80)
        var detector = PressDetector(sequence: 0)
        var presses = trace.edges[..<kept].flatMap { detector.handle($0) }
        let end = try #require(trace.edges.last).time.advanced(by: .microseconds(50))
        detector.noteLoss(at: end)
        presses += detector.resynchronise(levels: [trace.isHeldAtTheEnd, false, false, false], at: end)
        presses += detector.advance(to: end.advanced(by: .seconds(1)))
        #expect(presses == [Press(button: 0, time: trace.start)])
        // Released and quiet, the next press is one of its own, and certain.
        let later = end.advanced(by: .seconds(2))
        _ = detector.handle(Edge(line: 0, isActive: false, time: later, sequence: UInt64(kept + 1)))
        let next = later.advanced(by: .milliseconds(20))
        _ = detector.handle(Edge(line: 0, isActive: true, time: next, sequence: UInt64(kept + 2)))
        #expect(detector.advance(to: next.advanced(by: .milliseconds(1))) == [Press(button: 0, time: next)])
    }

    @Test func afterALossLinesThatWereQuietAreCertainAgain() {
        var detector = PressDetector(sequence: 0)
        detector.noteLoss(at: Marbles.origin)
        #expect(detector.resynchronise(levels: [], at: Marbles.origin) == [])
        _ = detector.resynchronise(levels: [false, false, false, false], at: Marbles.origin)
        let time = Marbles.origin.advanced(by: .seconds(1))
        #expect(detector.handle(Edge(line: 2, isActive: true, time: time, sequence: 1)) == [])
        #expect(detector.advance(to: time.advanced(by: .milliseconds(1))) == [Press(button: 2, time: time)])
    }

    @Test func theFirstEdgeTellsOfALossBeforeIt() {
        var detector = PressDetector(sequence: 0)
        _ = detector.handle(Edge(line: 0, isActive: true, time: Marbles.origin, sequence: 977))
        #expect(detector.needsLevels)
    }

    /// Three presses of two lines, with interference on the others in between.
    @Test(arguments: 0..<100) func spikesBesideAPressChangeNothing(seed: Int) {
        var numbers = TestNumbers(seed: seed)
        var edges: [Edge] = []
        var expected: [Press] = []
        for line in 0..<2 {
            var now = Marbles.origin.advanced(by: .microseconds(Int.random(in: 0...5_000, using: &numbers)))
            for _ in 0..<3 {
                expected.append(Press(button: line, time: now))
                // As short as a finger can be, and shorter: 3 ms.
                let end = now.advanced(by: .microseconds(Int.random(in: 3_000...90_000, using: &numbers)))
                edges += [Edge(line: line, isActive: true, time: now), Edge(line: line, isActive: false, time: end)]
                now = end.advanced(by: .microseconds(Int.random(in: 10_000...90_000, using: &numbers)))
            }
        }
        for line in 2..<4 {
            var now = Marbles.origin
            for _ in 0..<8 {
                now = now.advanced(by: .microseconds(Int.random(in: 12_000...40_000, using: &numbers)))
                let end = now.advanced(by: .microseconds(Int.random(in: 100...999, using: &numbers)))
                edges += [Edge(line: line, isActive: true, time: now), Edge(line: line, isActive: false, time: end)]
                now = end
            }
        }
        edges.sort { $0.time < $1.time }
        var detector = PressDetector()
        var presses = edges.flatMap { detector.handle($0) }
        presses += detector.advance(to: Marbles.origin.advanced(by: .seconds(10)))
        #expect(presses.sorted { $0.time < $1.time } == expected.sorted { $0.time < $1.time })
    }
}
