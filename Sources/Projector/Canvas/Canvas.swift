/// A picture in character cells, drawn in memory and then put on a terminal by a surface, or read by a test.
///
/// Whatever falls outside is cut off.
struct Canvas: Sendable, Equatable {
    struct Cell: Sendable, Hashable {
        /// Nil for the right half of a wide glyph.
        var glyph: Glyph?
        var style: Style

        static let blank = Cell(glyph: .space, style: .plain)
    }

    let width: Int
    let height: Int
    private(set) var cells: [Cell]

    init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
        cells = Array(repeating: .blank, count: self.width * self.height)
    }

    var bounds: Rectangle { Rectangle(x: 0, y: 0, width: width, height: height) }

    /// The cells of row `y`, which must be one of the canvas.
    func row(_ y: Int) -> ArraySlice<Cell> {
        cells[(y * width)..<((y + 1) * width)]
    }

    /// What the picture says, a string for each row.
    var lines: [String] {
        (0..<height).map { y in row(y).map { $0.glyph?.text ?? "" }.joined() }
    }

    /// Clears `area` to spaces of a style.
    mutating func fill(_ area: Rectangle, _ style: Style) {
        for y in area.y..<(area.y + area.height) {
            for x in area.x..<(area.x + area.width) { set(.space, x: x, y: y, style) }
        }
    }

    /// Writes glyphs on row `y` from column `x` on.
    mutating func put(_ glyphs: [Glyph], x: Int, y: Int, _ style: Style) {
        var column = x
        for glyph in glyphs {
            set(glyph, x: column, y: y, style)
            column += glyph.width
        }
    }

    /// Gives the cell at `x`, `y`, which must be one of the canvas, another style.
    mutating func restyle(x: Int, y: Int, _ style: Style) {
        cells[y * width + x].style = style
    }

    private mutating func set(_ glyph: Glyph, x: Int, y: Int, _ style: Style) {
        guard y >= 0, y < height, x >= 0, x < width else { return }
        guard glyph.width == 1 || x + 1 < width else { return set(.space, x: x, y: y, style) }
        for column in x..<(x + glyph.width) { unpair(x: column, y: y) }
        cells[y * width + x] = Cell(glyph: glyph, style: style)
        if glyph.width == 2 { cells[y * width + x + 1] = Cell(glyph: nil, style: style) }
    }

    /// Leaves no half of a wide glyph whose other half is about to go.
    private mutating func unpair(x: Int, y: Int) {
        let index = y * width + x
        if cells[index].glyph == nil { cells[index - 1].glyph = .space }
        if x + 1 < width, cells[index + 1].glyph == nil { cells[index + 1].glyph = .space }
    }
}
