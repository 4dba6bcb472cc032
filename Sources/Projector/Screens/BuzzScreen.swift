/// Who was first, by how much, and what became of it.
struct BuzzScreen: Screen {
    let scene: BuzzScene

    var keys: [KeyHint] {
        scene.isAnswering
            ? [KeyHint("y", "right"), KeyHint("n", "wrong"), .quit]
            : [KeyHint("space", "next"), .quit] + (scene.question.canUndo ? [.undo] : [])
    }

    func draw(on canvas: inout Canvas, in area: Rectangle) {
        var area = area
        Header.draw(left: scene.question.heading, right: count, on: &canvas, in: &area)
        area = area.inset(columns: canvas.width >= 60 ? 2 : 1)
        drawTexts(on: &canvas, in: &area)
        guard let first = scene.rows.first else {
            return canvas.centeredText("Nobody pressed", in: area.centered(columns: Tuning.readingColumns), .strong)
        }
        drawFirst(first, on: &canvas, in: &area)
        if scene.isAnswering { drawName(first.name, on: &canvas, in: &area) }
        drawOthers(on: &canvas, in: area.centered(columns: Tuning.readingColumns))
    }

    private var count: String { scene.rows.count == 1 ? "1 press" : "\(scene.rows.count) presses" }

    /// The question above, and below who is out of it and why it is so.
    private func drawTexts(on canvas: inout Canvas, in area: inout Rectangle) {
        let wanted = TextLayout.wrap(scene.question.text, columns: min(area.width, Tuning.readingColumns)).count
        let top = area.takeTop(max(1, min(wanted + 1, area.height / 4)))
        canvas.centeredText(scene.question.text, in: top.centered(columns: Tuning.readingColumns), .plain)
        if !scene.question.lockedOut.isEmpty, area.height >= 8 {
            let line = NameList.line("Out:", scene.question.lockedOut, columns: area.width)
            canvas.line(line, in: area.takeBottom(1), .plain, .center)
        }
        if let rule = scene.rule, area.height >= 8 {
            let rows = TextLayout.wrap(rule, columns: min(area.width, Tuning.readingColumns)).count
            let place = area.takeBottom(min(rows, 2)).centered(columns: Tuning.readingColumns)
            canvas.centeredText(rule, in: place, .plain)
        }
        guard let explanation = scene.explanation, area.height >= 10 else { return }
        let rows = TextLayout.wrap(explanation, columns: min(area.width, Tuning.readingColumns)).count
        let bottom = area.takeBottom(min(rows + 1, area.height / 3))
        canvas.centeredText(explanation, in: bottom.centered(columns: Tuning.readingColumns), .plain)
    }

    /// A card with the name of whose turn it is.
    private func drawFirst(_ first: BuzzScene.Row, on canvas: inout Canvas, in area: inout Rectangle) {
        let height = area.height >= 12 ? 5 : area.height >= 6 ? 3 : 1
        let card = area.takeTop(height).centered(columns: Tuning.readingColumns)
        canvas.fill(card, style)
        var inner = card.inset(columns: 2)
        if height >= 3 {
            _ = inner.takeTop(1)
            canvas.line(words(first), in: inner.takeTop(1), style, .center)
            canvas.line(detail(first), in: inner.takeTop(1), style, .center)
        } else {
            canvas.line(words(first), in: inner, style, .center)
        }
        if area.height >= 3 { _ = area.takeTop(1) }
    }

    /// The name once more, to be read from the last row, where there is room for it and for those who came next.
    private func drawName(_ name: String, on canvas: inout Canvas, in area: inout Rectangle) {
        let others = min(scene.rows.count - 1, 3)
        let height = min(area.height - others - 1, Tuning.bigNameRows)
        guard let big = BigText(name: name), let scale = big.scale(width: area.width, height: height) else { return }
        big.draw(on: &canvas, atTopOf: &area, scale, style)
        _ = area.takeTop(1)
    }

    private var style: Style {
        switch scene.outcome {
        case .answering: .warning
        case .right: .choice(3)
        case .wrong, .none: .wrong
        }
    }

    private func words(_ first: BuzzScene.Row) -> String {
        switch scene.outcome {
        case .answering: "\(first.name): your answer?"
        case .right(let points): "\(first.name): RIGHT" + (points == 0 ? "" : "  +\(points)")
        case .wrong(let points): points == 0 ? "\(first.name): WRONG" : "\(first.name): WRONG  \(points)"
        case .none: "\(first.name) was first"
        }
    }

    private func detail(_ row: BuzzScene.Row) -> String {
        [row.time, row.error].filter { !$0.isEmpty }.joined(separator: "  ")
    }

    private func drawOthers(on canvas: inout Canvas, in area: Rectangle) {
        let others = Array(scene.rows.dropFirst())
        let shown = others.count <= area.height ? others.count : max(0, area.height - 1)
        let errors = others.map { TextLayout.width(PlainText.glyphs($0.error)) }.max() ?? 0
        for (index, row) in others.prefix(shown).enumerated() {
            var place = Rectangle(x: area.x, y: area.y + index, width: area.width, height: 1)
            canvas.line("\(index + 2)", in: place.takeLeft(4), .strong, .right)
            _ = place.takeLeft(2)
            canvas.line(row.error, in: place.takeRight(errors + 2), .plain, .right)
            canvas.line(row.time, in: place.takeRight(14), .strong, .right)
            _ = place.takeRight(2)
            let used = canvas.line(row.name, in: place, .strong)
            let rest = Rectangle(x: place.x + used + 2, y: place.y, width: max(0, place.width - used - 2), height: 1)
            canvas.line(row.remark, in: rest, .plain)
        }
        guard shown < others.count, area.height > shown else { return }
        let rest = Rectangle(x: area.x, y: area.y + shown, width: area.width, height: 1)
        canvas.line("+\(others.count - shown) more", in: rest, .plain, .center)
    }
}
