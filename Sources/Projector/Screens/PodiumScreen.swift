/// The first three on their blocks, the others below.
struct PodiumScreen: Screen {
    let scene: PodiumScene

    var keys: [KeyHint] { [.quit] }

    func draw(on canvas: inout Canvas, in area: Rectangle) {
        var area = area
        Header.draw(left: "Final result", right: scene.title, on: &canvas, in: &area)
        area = area.inset(columns: 2)
        guard !scene.rows.isEmpty else { return canvas.centeredText("Nobody played", in: area, .plain) }
        guard area.width >= 56, area.height >= 12 else {
            return StandingsTable(rows: scene.rows).draw(on: &canvas, in: area)
        }
        let others = Array(scene.rows.dropFirst(3))
        let table = area.takeBottom(min(others.count, max(2, area.height / 4)))
        StandingsTable(rows: others).draw(on: &canvas, in: table)
        if !others.isEmpty { _ = area.takeBottom(1) }
        drawBlocks(on: &canvas, in: area)
    }

    private func drawBlocks(on canvas: inout Canvas, in area: Rectangle) {
        let width = min(40, (area.width - 4) / 3)
        let stage = area.centered(columns: 3 * width + 4)
        let tallest = area.height - 3
        let places: [(row: Int, column: Int, height: Int, style: Style)] = [
            (1, 0, tallest * 2 / 3, .choice(1)), (0, 1, tallest, .choice(2)), (2, 2, tallest / 2, .choice(0)),
        ]
        for place in places where place.row < scene.rows.count {
            var column = Rectangle(
                x: stage.x + place.column * (width + 2), y: stage.y, width: width, height: area.height)
            let block = column.takeBottom(max(1, place.height))
            let row = scene.rows[place.row]
            canvas.line("\(row.points)", in: column.takeBottom(1), .plain, .center)
            canvas.line(row.name, in: column.takeBottom(1), .strong, .center)
            canvas.fill(block, place.style)
            drawRank(row.rank, on: &canvas, in: block, place.style)
        }
    }

    private func drawRank(_ rank: Int, on canvas: inout Canvas, in block: Rectangle, _ style: Style) {
        let digit = BigText(String(rank))
        guard let scale = digit.scale(width: min(20, block.width - 4), height: block.height - 2) else {
            canvas.line("\(rank)", in: block.middleRow, style, .center)
            return
        }
        let left = block.x + (block.width - digit.width(scale)) / 2
        digit.draw(on: &canvas, x: left, y: block.y + (block.height - digit.height(scale)) / 2, scale, .plain)
    }
}
