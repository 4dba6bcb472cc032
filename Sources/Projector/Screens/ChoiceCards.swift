/// The choices as coloured cards, side by side where there is room.
struct ChoiceCards {
    /// What one card says.
    struct Card {
        var text: String
        var style: Style
        /// At the right of the first row.
        var mark: String = ""
        /// Length of a bar along the last row of a tall card, 0…1; nil for none.
        var share: Double?
    }

    /// More rows do not make a card easier to read.
    private static let tallest = 11
    /// Windows narrower than this get one card a row.
    private static let twoColumns = 60

    let cards: [Card]

    /// Cuts the cards' rows off the bottom of `area`, at most half of it, and draws them.
    func draw(on canvas: inout Canvas, from area: inout Rectangle) {
        guard !cards.isEmpty else { return }
        let columns = area.width >= Self.twoColumns && cards.count > 1 ? 2 : 1
        let rows = (cards.count + columns - 1) / columns
        let gap = area.height >= 7 * rows ? 1 : 0
        let height = max(1, min(Self.tallest, (area.height / 2 - gap * (rows - 1)) / rows))
        let block = area.takeBottom(rows * height + (rows - 1) * gap)
        let width = (block.width - 2 * (columns - 1)) / columns
        for (index, card) in cards.enumerated() {
            let place = Rectangle(
                x: block.x + index % columns * (width + 2), y: block.y + index / columns * (height + gap),
                width: width, height: height)
            draw(card, number: index + 1, on: &canvas, in: place)
        }
    }

    /// The number is painted in the terminal's own colours, a hole in the card: it shows without colours too.
    private func draw(_ card: Card, number: Int, on canvas: inout Canvas, in area: Rectangle) {
        canvas.fill(area, card.style)
        var inner: Rectangle
        let big = BigText(String(number))
        if area.height >= 5, area.width >= 36, let scale = big.scale(width: 10, height: area.height - 2) {
            let top = area.y + (area.height - big.height(scale)) / 2
            big.draw(on: &canvas, x: area.x + 2, y: top, scale, .plain)
            inner = Rectangle(
                x: area.x + big.width(scale) + 4, y: area.y, width: area.width - big.width(scale) - 6,
                height: area.height)
        } else {
            canvas.put(PlainText.glyphs(" \(number) "), x: area.x + 1, y: area.y + (area.height - 1) / 2, .strong)
            inner = Rectangle(x: area.x + 5, y: area.y, width: area.width - 6, height: area.height)
        }
        if let share = card.share, inner.height >= 3 {
            let columns = max(0, inner.width - (card.mark.isEmpty ? 0 : card.mark.count + 1))
            let length = max(share > 0 ? 1 : 0, Int((share * Double(columns)).rounded()))
            var bar = inner.takeBottom(1)
            canvas.line(String(repeating: "█", count: length), in: bar, card.style)
            // Beside the bar, so that the text keeps the room that it had when it was asked.
            canvas.line(card.mark, in: bar.takeRight(card.mark.count), card.style, .right)
        } else {
            let mark = inner.takeRight(card.mark.isEmpty ? 0 : card.mark.count + 1)
            canvas.line(card.mark, in: mark.middleRow, card.style, .right)
        }
        canvas.centeredText(card.text, in: inner, card.style, .left)
    }
}
