import Timing

/// What happened in a simulation, a line each, if anybody wants to read it.
final class Trace {
    private(set) var lines: [String] = []
    let isOn: Bool

    init(isOn: Bool) {
        self.isOn = isOn
    }

    func add(_ time: MonotonicTime, _ text: @autoclosure () -> String) {
        guard isOn else { return }
        let microseconds = String(time.nanoseconds / 1_000)
        lines.append("\(microseconds.dropLast(6)).\(microseconds.suffix(6)) \(text())")
    }
}
