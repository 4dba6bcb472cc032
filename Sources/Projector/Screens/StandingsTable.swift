/// Players and their points, a row each; a bar behind a row is as long as its points are many.
struct StandingsTable {
    let rows: [StandingsRow]

    /// Draws as many rows as fit, from the top; "+12 more" stands for the others.
    func draw(on canvas: inout Canvas, in area: Rectangle) {
        let list = area.centered(columns: Tuning.readingColumns)
        let step = rows.count * 2 - 1 <= list.height ? 2 : 1
        let shown = rows.count <= list.height ? rows.count : max(0, list.height - 1)
        let most = rows.map(\.points).max() ?? 0
        for (index, row) in rows.prefix(shown).enumerated() {
            let place = Rectangle(x: list.x, y: list.y + index * step, width: list.width, height: 1)
            draw(row, most: most, on: &canvas, in: place)
        }
        if shown < rows.count {
            let place = Rectangle(x: list.x, y: list.y + shown, width: list.width, height: list.height > shown ? 1 : 0)
            canvas.line("+\(rows.count - shown) more", in: place, .plain, .center)
        }
    }

    private func draw(_ row: StandingsRow, most: Int, on canvas: inout Canvas, in place: Rectangle) {
        let isFirst = row.rank == 1
        let style: Style = row.rank <= 3 ? .strong : .plain
        var inner = place.inset(columns: 1)
        canvas.line("\(row.points)", in: inner.takeRight(8), style, .right)
        canvas.line(
            row.delta == 0 ? "" : row.delta > 0 ? "+\(row.delta)" : "\(row.delta)", in: inner.takeRight(8), style,
            .right)
        canvas.line("\(row.rank)", in: Rectangle(x: inner.x, y: inner.y, width: 4, height: 1), style, .right)
        canvas.line(row.name, in: Rectangle(x: inner.x + 6, y: inner.y, width: inner.width - 6, height: 1), style)
        guard most > 0, row.points > 0 else { return }
        let length = max(1, Int(Double(place.width) * Double(row.points) / Double(most)))
        let bar = Rectangle(x: place.x, y: place.y, width: length, height: 1)
        canvas.tint(bar, isFirst ? .warning : Style(.white, on: .purple, bold: style.bold))
    }
}
