extension Canvas {
    enum Alignment: Sendable {
        case left, center, right
    }

    /// Writes one line on the first row of `area`, cut to its width. Returns the columns it took.
    @discardableResult
    mutating func line(_ text: String, in area: Rectangle, _ style: Style, _ alignment: Alignment = .left) -> Int {
        guard area.height > 0 else { return 0 }
        let glyphs = TextLayout.fit(text, columns: area.width)
        line(glyphs, in: area, row: 0, style, alignment)
        return TextLayout.width(glyphs)
    }

    /// Writes wrapped text from the first row of `area`, at most its rows, each in the middle.
    mutating func text(_ text: String, in area: Rectangle, _ style: Style) {
        let lines = TextLayout.wrap(text, columns: area.width, lines: area.height)
        for (row, glyphs) in lines.enumerated() { line(glyphs, in: area, row: row, style, .center) }
    }

    /// Writes wrapped text half way down `area`.
    mutating func centeredText(
        _ text: String, in area: Rectangle, _ style: Style, _ alignment: Alignment = .center
    ) {
        let lines = TextLayout.wrap(text, columns: area.width, lines: area.height)
        let top = max(0, area.height - lines.count) / 2
        for (row, glyphs) in lines.enumerated() { line(glyphs, in: area, row: top + row, style, alignment) }
    }

    private mutating func line(
        _ glyphs: [Glyph], in area: Rectangle, row: Int, _ style: Style, _ alignment: Alignment
    ) {
        let free = area.width - TextLayout.width(glyphs)
        let indent =
            switch alignment {
            case .left: 0
            case .center: free / 2
            case .right: free
            }
        put(glyphs, x: area.x + indent, y: area.y + row, style)
    }
}

extension Canvas {
    /// Paints over `area` without touching its text.
    mutating func tint(_ area: Rectangle, _ style: Style) {
        for y in area.y..<(area.y + area.height) where (0..<height).contains(y) {
            for x in area.x..<(area.x + area.width) where (0..<width).contains(x) { restyle(x: x, y: y, style) }
        }
    }
}
