/// The time left, as a bar and a number.
struct CountdownBar {
    /// From here on the time is pressing, in seconds.
    private static let pressingSeconds = 5

    let secondsLeft: Double
    let limitSeconds: Double

    /// Whole seconds to show, rounded up: 0 is shown only when the time is over.
    var seconds: Int {
        secondsLeft.isFinite ? Int(min(max(0, secondsLeft), 999).rounded(.up)) : 0
    }

    /// What is left of the whole, 0…1.
    var fraction: Double {
        guard secondsLeft.isFinite, limitSeconds.isFinite, limitSeconds > 0 else { return 0 }
        return min(max(0, secondsLeft / limitSeconds), 1)
    }

    var style: Style {
        Style(on: seconds <= Self.pressingSeconds ? .red : .violet)
    }

    func draw(on canvas: inout Canvas, in row: Rectangle) {
        var bar = row
        canvas.line("\(seconds) s", in: bar.takeRight(6), .strong, .right)
        let length = Int((fraction * Double(bar.width)).rounded(.up))
        canvas.line(String(repeating: "░", count: bar.width), in: bar, .dim)
        canvas.fill(Rectangle(x: bar.x, y: bar.y, width: length, height: bar.height), style)
    }
}
