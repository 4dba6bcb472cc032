import Buttons
import Timing

/// Edges and presses drawn along time: one character is half a millisecond.
///
/// In a line's drawing `#` is active, `_` inactive. In the expectation a digit is the press of that line (from 0) with
/// the time of its first edge standing there, `.` is nothing.
struct Marbles {
    static let step = Duration.microseconds(500)
    static let origin = MonotonicTime(nanoseconds: 1_000_000_000)

    /// Plays the drawings, one per line, against a detector whose clock moves with them; returns its presses drawn the
    /// same way.
    static func play(_ drawings: [String], quietSteps: Int = 40) -> String {
        let levels = drawings.map { $0.map { $0 == "#" } }
        let length = levels.map(\.count).max() ?? 0
        var detector = PressDetector(levels: levels.map { $0.first ?? false })
        var presses: [Press] = []
        for step in 1..<(length + quietSteps) {
            let now = origin.advanced(by: Self.step * step)
            for (line, level) in levels.enumerated()
            where level.indices.contains(step) && level[step] != level[step - 1] {
                presses += detector.handle(Edge(line: line, isActive: level[step], time: now))
            }
            presses += detector.advance(to: now)
        }
        return draw(presses, length: length)
    }

    private static func draw(_ presses: [Press], length: Int) -> String {
        var drawing = Array(repeating: Character("."), count: length)
        for press in presses {
            let step = origin.duration(to: press.time) / Self.step
            drawing[Int(step.rounded())] = Character(String(press.button))
        }
        return String(drawing)
    }
}
