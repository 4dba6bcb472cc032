import Testing

@testable import Projector

@Suite struct CanvasTests {
    @Test(
        "Writing over half of a wide glyph leaves no other half",
        arguments: [(0, "x く"), (1, " xく"), (2, "さx "), (3, "さ x")])
    func halves(column: Int, expected: String) {
        var canvas = Canvas(width: 4, height: 1)
        canvas.put(PlainText.glyphs("さく"), x: 0, y: 0, .plain)
        canvas.put(PlainText.glyphs("x"), x: column, y: 0, .plain)
        #expect(canvas.lines == [expected])
    }

    @Test("A wide glyph that the edge would cut becomes a space")
    func edge() {
        var canvas = Canvas(width: 3, height: 1)
        canvas.put(PlainText.glyphs("さく"), x: 0, y: 0, .plain)
        #expect(canvas.lines == ["さ "])
    }

    @Test("Outside of the canvas nothing is drawn", arguments: [(-1, 0), (0, -1), (3, 0), (0, 2)])
    func outside(x: Int, y: Int) {
        var canvas = Canvas(width: 3, height: 2)
        canvas.put(PlainText.glyphs("a"), x: x, y: y, .strong)
        canvas.tint(Rectangle(x: x, y: y, width: 1, height: 1), .strong)
        #expect(canvas == Canvas(width: 3, height: 2))
    }

    @Test("Big digits are painted dot by dot")
    func bigText() {
        var canvas = Canvas(width: 12, height: 5)
        let seven = BigText("7")
        let scale = seven.scale(width: 12, height: 5)
        #expect(scale.map(seven.width) == 10)
        if let scale { seven.draw(on: &canvas, x: 0, y: 0, scale, .block) }
        let rows = (0..<5).map { y in canvas.row(y).map { $0.style == .block ? "#" : "." }.joined() }
        #expect(rows == ["##########..", "......##....", "....##......", "....##......", "....##......"])
    }

    @Test(
        "A name is large without its marks, or not at all",
        arguments: [
            ("Zoë (2)", "ZOE (2)"), ("Ana", "ana"), ("O’Neill-Łukasz", "O'Neill-Lukasz"), ("Groß", "GROSS"),
            ("E\u{301}va", "Eva"),
        ])
    func bigName(name: String, same: String) throws {
        let scale = try #require(BigText.Scale.all.last)
        var (one, other) = (Canvas(width: 90, height: 5), Canvas(width: 90, height: 5))
        try #require(BigText(name: name)).draw(on: &one, x: 0, y: 0, scale, .block)
        BigText(same).draw(on: &other, x: 0, y: 0, scale, .block)
        #expect(one == other && one != Canvas(width: 90, height: 5))
        #expect(BigText(name: "Zoë さ") == nil)
    }

    @Test("Every letter and digit of a join code has a shape of five by five")
    func font() {
        #expect(BigFont.rows.count == 42)
        #expect(BigFont.rows.values.allSatisfy { $0.count == 5 && $0.allSatisfy { $0.count == 5 } })
        #expect(Set(BigFont.rows.values).count == 42)
    }
}
