import Testing

@testable import Projector

@Suite struct TextLayoutTests {
    private func wrapped(_ text: String, _ columns: Int, lines: Int = .max) -> [String] {
        TextLayout.wrap(text, columns: columns, lines: lines).map { $0.map(\.text).joined() }
    }

    @Test("Lines break between words")
    func words() {
        #expect(wrapped("the quick  brown fox", 9) == ["the quick", "brown fox"])
    }

    @Test("A word that just fits stays, one column less moves it")
    func limits() {
        #expect(wrapped("ab cde", 6) == ["ab cde"])
        #expect(wrapped("ab cde", 5) == ["ab", "cde"])
    }

    @Test("A word longer than a line is broken inside")
    func longWord() {
        #expect(wrapped("a bcdefgh", 3) == ["a", "bcd", "efg", "h"])
    }

    @Test("Wide glyphs never straddle the edge")
    func wide() {
        #expect(wrapped("さくら", 5) == ["さく", "ら"])
        #expect(wrapped("さくら", 1) == [])
    }

    @Test("Line ends in the text are kept, those at its end are not")
    func paragraphs() {
        #expect(wrapped("a\n\nb\n\n", 10) == ["a", "", "b"])
    }

    @Test("Lines too many end in dots")
    func tooMany() {
        #expect(wrapped("aaaa bbbb cccc", 4, lines: 2) == ["aaaa", "b..."])
        #expect(wrapped("aaaa b cccc", 4, lines: 2) == ["aaaa", "b..."])
        #expect(wrapped("aaaa bbbb", 4, lines: 2) == ["aaaa", "bbbb"])
    }

    @Test("A line too long is cut with dots, and never wider than asked", arguments: 0...12)
    func fit(columns: Int) {
        let text = TextLayout.fit("さくらabcd", columns: columns)
        #expect(TextLayout.width(text) <= columns)
        #expect((text.last?.text == ".") == (2...9).contains(columns))
    }
}
