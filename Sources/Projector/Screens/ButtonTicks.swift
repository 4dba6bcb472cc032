/// A board's four buttons in four columns: those that were pressed as cards with their numbers, the others as dots.
struct ButtonTicks {
    static let columns = 4

    /// From 0.
    let pressed: Set<Int>

    /// `around` is the style of the row; the dots take it on.
    func draw(on canvas: inout Canvas, in area: Rectangle, around style: Style) {
        for button in 0..<Self.columns {
            let place = Rectangle(x: area.x + button, y: area.y, width: 1, height: area.height)
            let isPressed = pressed.contains(button)
            let dot = style.background == .plain ? Style.dim : style
            canvas.line(isPressed ? "\(button + 1)" : "·", in: place, isPressed ? .choice(button) : dot)
        }
    }
}
