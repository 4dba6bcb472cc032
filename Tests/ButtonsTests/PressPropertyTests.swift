import Buttons
import Testing
import Timing

/// Numbers that follow from a seed (xorshift64*), so that a failing case can be played again.
struct TestNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: Int) {
        state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_F491_4F6C_DD1D
    }
}

@Suite struct PressPropertyTests {
    /// Presses as fingers make them on contacts that bounce up to 9 ms: each is found once, with its first contact.
    @Test(arguments: 0..<200) func onePhysicalPressIsExactlyOnePressWithItsFirstContact(seed: Int) {
        var numbers = TestNumbers(seed: seed)
        var edges: [Edge] = []
        var expected: [Press] = []
        for line in 0..<4 {
            var now = Marbles.origin.advanced(by: .microseconds(Int.random(in: 0...30_000, using: &numbers)))
            for _ in 0..<Int.random(in: 0...6, using: &numbers) {
                expected.append(Press(button: line, time: now))
                addSide(isActive: true, line: line, from: now, to: &edges, using: &numbers)
                now = now.advanced(by: .microseconds(Int.random(in: 15_000...200_000, using: &numbers)))
                addSide(isActive: false, line: line, from: now, to: &edges, using: &numbers)
                now = now.advanced(by: .microseconds(Int.random(in: 19_500...200_000, using: &numbers)))
            }
        }
        edges.sort { $0.time < $1.time }
        #expect(play(edges, using: &numbers) == expected.sorted { ($0.time, $0.button) < ($1.time, $1.button) })
    }

    /// One side of a press: the first edge, bounces within 9 ms that end at the same level.
    private func addSide(
        isActive: Bool, line: Int, from start: MonotonicTime, to edges: inout [Edge],
        using numbers: inout TestNumbers
    ) {
        edges.append(Edge(line: line, isActive: isActive, time: start))
        let bounces = (0..<(2 * Int.random(in: 0...6, using: &numbers))).map { _ in
            Int.random(in: 1...9_000, using: &numbers)
        }
        for (index, offset) in bounces.sorted().enumerated() {
            let level = index.isMultiple(of: 2) ? !isActive : isActive
            edges.append(Edge(line: line, isActive: level, time: start.advanced(by: .microseconds(offset))))
        }
    }

    /// Feeds the edges with the detector advanced at random moments and at all its deadlines between them.
    private func play(_ edges: [Edge], using numbers: inout TestNumbers) -> [Press] {
        var detector = PressDetector()
        var presses: [Press] = []
        for edge in edges {
            while Bool.random(using: &numbers), let deadline = detector.deadline, deadline < edge.time {
                presses += detector.advance(to: deadline)
            }
            presses += detector.handle(edge)
        }
        presses += detector.advance(to: Marbles.origin.advanced(by: .seconds(100)))
        return presses.sorted { ($0.time, $0.button) < ($1.time, $1.button) }
    }
}
