import Testing

@testable import Projector

@Suite struct PlainTextTests {
    @Test(
        "Nothing that steers a terminal comes through",
        arguments: [
            ("\u{1B}[31mred\u{1B}[0m", "[31mred[0m"),
            ("\u{9B}2Jx", "2Jx"),
            ("a\u{7F}\u{8}\u{7}\u{0}b", "ab"),
            ("\u{202E}abc\u{202C}\u{2066}d\u{2069}\u{200F}", "abcd"),
            ("a\u{200B}\u{FEFF}\u{AD}b", "ab"),
            ("a\tb\r\nc\u{2028}d\u{A0}e", "a b  c d e"),
            ("x\u{E000}\u{E0041}y", "xy"),
            ("\u{378}", "?"),
        ])
    func cleaned(text: String, expected: String) {
        #expect(PlainText.line(text) == expected)
    }

    @Test(
        "Columns are counted as terminals do",
        arguments: [
            ("abc", 3), ("e\u{301}", 1), ("さくら", 6), ("한", 2), ("👍", 2), ("👍🏽", 4), ("👩\u{200D}🚀", 4), ("", 0),
        ])
    func width(text: String, columns: Int) {
        #expect(TextLayout.width(PlainText.glyphs(text)) == columns)
    }

    @Test("A stack of combining marks is cut")
    func marks() {
        let glyphs = PlainText.glyphs("a" + String(repeating: "\u{336}", count: 50) + "b")
        #expect(glyphs.map(\.base) == ["a", "b"])
        #expect(glyphs[0].marks.count == Tuning.marksPerGlyph)
    }

    @Test("A mark without a letter before it is dropped")
    func loneMark() {
        #expect(PlainText.glyphs("\u{301}").isEmpty)
    }

    @Test("A text from outside is looked at up to a limit")
    func limit() {
        #expect(PlainText.glyphs(String(repeating: "a", count: Tuning.textGlyphs + 1)).count == Tuning.textGlyphs)
    }
}
