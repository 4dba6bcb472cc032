/// A title and some lines.
struct MessageScreen: Screen {
    let title: String
    let lines: [String]

    var keys: [KeyHint] { [KeyHint("space", "go on"), .quit] }

    func draw(on canvas: inout Canvas, in area: Rectangle) {
        var area = area
        Header.draw(left: title, right: "", on: &canvas, in: &area)
        canvas.centeredText(
            lines.joined(separator: "\n"), in: area.inset(columns: 2).centered(columns: Tuning.readingColumns), .plain)
    }
}
