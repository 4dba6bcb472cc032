/// The right choice, who chose what, and why.
struct RevealScreen: Screen {
    let scene: RevealScene

    var keys: [KeyHint] { [KeyHint("space", "next"), .quit] }

    func draw(on canvas: inout Canvas, in area: Rectangle) {
        var area = area
        let total = counts.reduce(0, +)
        Header.draw(
            left: scene.question.heading, right: total == 1 ? "1 answer" : "\(total) answers", on: &canvas, in: &area)
        area = area.inset(columns: canvas.width >= 60 ? 2 : 1)
        ChoiceCards(cards: cards(total: total)).draw(on: &canvas, from: &area)
        if area.height >= 8 { _ = area.takeBottom(1) }
        drawFastest(on: &canvas, in: &area)
        drawTexts(on: &canvas, in: area.centered(columns: Tuning.readingColumns))
    }

    private var choices: [String] { Array(scene.question.choices.prefix(4)) }

    private var counts: [Int] {
        choices.indices.map { $0 < scene.counts.count ? max(0, scene.counts[$0]) : 0 }
    }

    private func cards(total: Int) -> [ChoiceCards.Card] {
        choices.enumerated().map { index, text in
            let isCorrect = scene.correct.contains(index)
            let stands = isCorrect || scene.correct.isEmpty
            return ChoiceCards.Card(
                text: text, style: stands ? .choice(index) : .wrong,
                mark: isCorrect ? "CORRECT  \(counts[index])" : "\(counts[index])",
                share: total > 0 ? Double(counts[index]) / Double(total) : 0)
        }
    }

    private func drawFastest(on canvas: inout Canvas, in area: inout Rectangle) {
        guard let fastest = scene.fastest, area.height >= 3 else { return }
        let hundredths = fastest.seconds.isFinite ? Int((min(max(0, fastest.seconds), 9_999) * 100).rounded()) : 0
        let fraction = hundredths % 100
        let seconds = "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) s"
        canvas.line("Fastest: \(fastest.name), \(seconds)", in: area.takeBottom(1), .strong, .center)
    }

    private func drawTexts(on canvas: inout Canvas, in area: Rectangle) {
        guard let explanation = scene.explanation else {
            return canvas.centeredText(scene.question.text, in: area, .strong)
        }
        let wanted = TextLayout.wrap(explanation, columns: area.width).count
        var rest = area
        let share = max(1, area.height - min(wanted + 1, area.height / 2))
        canvas.centeredText(scene.question.text, in: rest.takeTop(share), .strong)
        canvas.text(explanation, in: rest, .plain)
    }
}
