/// Letters and digits five dots high, painted with spaces on a coloured ground: every console font has a space.
struct BigText {
    /// Columns and rows of one dot. A cell is about half as wide as it is high, so 2 × 1 looks square.
    struct Scale: Equatable {
        let columns: Int
        let rows: Int

        /// Largest first.
        static let all = [Scale(8, 4), Scale(6, 3), Scale(4, 2), Scale(2, 1), Scale(1, 1)]

        private init(_ columns: Int, _ rows: Int) {
            self.columns = columns
            self.rows = rows
        }
    }

    private static let dots = 5
    private static let gap = 1

    private let characters: [Character]

    /// Characters that `BigFont` lacks are left out.
    init(_ text: String) {
        characters = Array(text.uppercased()).filter { BigFont.rows[$0] != nil }
    }

    /// A name, without the marks of its letters; nil when `BigFont` lacks one of its characters.
    init?(name: String) {
        let characters = name.uppercased().map { BigFont.plain[$0] ?? $0 }
        guard characters.allSatisfy({ BigFont.rows[$0] != nil }) else { return nil }
        self.characters = characters
    }

    var isEmpty: Bool { characters.isEmpty }

    func width(_ scale: Scale) -> Int {
        max(0, characters.count * (Self.dots + Self.gap) - Self.gap) * scale.columns
    }

    func height(_ scale: Scale) -> Int {
        Self.dots * scale.rows
    }

    /// The largest scale that fits, if one does.
    func scale(width: Int, height: Int) -> Scale? {
        isEmpty ? nil : Scale.all.first { self.width($0) <= width && self.height($0) <= height }
    }

    /// Paints every dot with spaces of `style`, the top left corner at `x`, `y`.
    func draw(on canvas: inout Canvas, x: Int, y: Int, _ scale: Scale, _ style: Style) {
        for (position, character) in characters.enumerated() {
            let left = x + position * (Self.dots + Self.gap) * scale.columns
            for (row, line) in (BigFont.rows[character] ?? []).enumerated() {
                for (column, dot) in line.enumerated() where dot == "#" {
                    let area = Rectangle(
                        x: left + column * scale.columns, y: y + row * scale.rows, width: scale.columns,
                        height: scale.rows)
                    canvas.fill(area, style)
                }
            }
        }
    }

    /// Takes the rows that it needs off the top of `area`, and paints the text in the middle of them.
    func draw(on canvas: inout Canvas, atTopOf area: inout Rectangle, _ scale: Scale, _ style: Style) {
        let band = area.takeTop(height(scale))
        draw(on: &canvas, x: band.x + (band.width - width(scale)) / 2, y: band.y, scale, style)
    }
}
