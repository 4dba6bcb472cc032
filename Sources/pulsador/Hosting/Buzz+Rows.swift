import Projector
import Quiz
import Timing

extension Buzz {
    /// The presses for the screen. `start` is the question's.
    func rows(start: MonotonicTime, name: (PlayerID) -> String?) -> [BuzzScene.Row] {
        places.enumerated().map { number, place in
            let gap = place.gap.milliseconds
            return BuzzScene.Row(
                name: name(place.player) ?? "?",
                time: number == 0
                    ? "\(start.duration(to: place.pressedAt).milliseconds.thousandths) s"
                    : "\(gap < 0 ? "−" : "+")\(abs(gap).oneDecimal) ms",
                error: "±\(place.error.milliseconds.oneDecimal) ms",
                remark: place.isLate ? "came too late" : place.isEqual ? "equal" : "")
        }
    }

    /// The rule that made the first the first, when nobody can say who was earlier.
    func rule(name: (PlayerID) -> String?) -> String? {
        guard let first = places.first, let equal = places.first(where: \.isEqual) else { return nil }
        let names = [first, equal].map { name($0.player) ?? "?" }
        let rule = first.error < equal.error ? "the more certain time goes first" : "drawn by lot"
        return "\(names[0]) and \(names[1]) are equal within the error: \(rule)"
    }
}

extension Double {
    /// With one decimal, as people read it: `12.3`; numbers that no question has are cut.
    fileprivate var oneDecimal: String { decimals(1) }

    /// Milliseconds as seconds with three decimals: `3.214`.
    fileprivate var thousandths: String { (self / 1000).decimals(3) }

    private func decimals(_ count: Int) -> String {
        let unit = count == 1 ? 10 : 1_000
        let number = isFinite ? Int((Swift.min(Swift.max(self, 0), 9_999_999) * Double(unit)).rounded()) : 0
        let fraction = String(number % unit)
        return "\(number / unit).\(String(repeating: "0", count: Swift.max(0, count - fraction.count)))\(fraction)"
    }
}
