/// Texts broken into lines that fit.
enum TextLayout {
    private static let ellipsis = [Glyph](repeating: Glyph(base: ".", width: 1), count: 3)

    /// Columns the glyphs take.
    static func width(_ glyphs: some Sequence<Glyph>) -> Int {
        glyphs.reduce(0) { $0 + $1.width }
    }

    /// The text on one line of at most `columns`; "..." stands for what was cut off.
    static func fit(_ text: String, columns: Int) -> [Glyph] {
        cut(PlainText.glyphs(text), columns: columns)
    }

    /// The text in lines of at most `columns`, broken between words, and inside of one only where it is too long for a
    /// line. After `lines`, "..." stands for the rest.
    static func wrap(_ text: String, columns: Int, lines: Int = .max) -> [[Glyph]] {
        guard columns > 0, lines > 0 else { return [] }
        var wrapped = PlainText.paragraphs(text).flatMap { wrap($0, columns: columns) }
        while let last = wrapped.last, last.isEmpty { wrapped.removeLast() }
        guard wrapped.count > lines else { return wrapped }
        let last = wrapped[lines - 1]
        return wrapped[..<(lines - 1)] + [cut(last + ellipsis, columns: columns)]
    }

    private static func cut(_ glyphs: [Glyph], columns: Int) -> [Glyph] {
        guard width(glyphs) > columns else { return glyphs }
        let mark = ellipsis.prefix(max(0, min(3, columns - 1)))
        return Array(prefix(of: glyphs[...], columns: columns - mark.count) + mark)
    }

    private static func prefix(of glyphs: ArraySlice<Glyph>, columns: Int) -> ArraySlice<Glyph> {
        var left = columns
        return glyphs.prefix { glyph in
            left -= glyph.width
            return left >= 0
        }
    }

    private static func wrap(_ paragraph: [Glyph], columns: Int) -> [[Glyph]] {
        var lines: [[Glyph]] = []
        var line: [Glyph] = []
        var lineWidth = 0
        for var word in paragraph.split(separator: .space) {
            var wordWidth = width(word)
            if !line.isEmpty, lineWidth + 1 + wordWidth > columns {
                lines.append(line)
                line = []
                lineWidth = 0
            }
            while wordWidth > columns {
                let piece = prefix(of: word, columns: columns)
                // A wide glyph in a single column: nothing of it can be shown.
                guard !piece.isEmpty else { return lines }
                lines.append(Array(piece))
                word = word[piece.endIndex...]
                wordWidth = width(word)
            }
            if !line.isEmpty {
                line.append(.space)
                lineWidth += 1
            }
            line += word
            lineWidth += wordWidth
        }
        return lines + [line]
    }
}
