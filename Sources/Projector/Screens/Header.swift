/// The coloured band at the top of a screen.
enum Header {
    /// Windows from this height on get a band three rows high.
    private static let tallWindow = 30

    /// Cuts the band off `area` and draws it; `right` goes before `left` where both do not fit.
    static func draw(left: String, right: String, on canvas: inout Canvas, in area: inout Rectangle) {
        let isTall = canvas.height >= tallWindow
        let band = area.takeTop(isTall ? 3 : 1)
        canvas.fill(band, .header)
        var row = band.inset(columns: 2, rows: isTall ? 1 : 0)
        let shown = TextLayout.fit(right, columns: row.width * 2 / 3)
        canvas.line(right, in: row.takeRight(TextLayout.width(shown)), .header, .right)
        _ = row.takeRight(2)
        canvas.line(left, in: row, .header)
        if canvas.height >= 16 { _ = area.takeTop(1) }
    }
}
