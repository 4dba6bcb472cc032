import CTerminal

/// Texts made safe for a terminal, in glyphs of known width.
///
/// Nothing that moves a cursor, changes a mode, turns the direction of writing, or joins glyphs into one of another
/// width comes through. White space of any sort becomes a space; what else cannot be printed, a question mark.
package enum PlainText {
    /// The text on one line.
    static func glyphs(_ text: String) -> [Glyph] {
        var glyphs: [Glyph] = []
        for scalar in text.unicodeScalars {
            if glyphs.count >= Tuning.textGlyphs { break }
            switch scalar.properties.generalCategory {
            case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator:
                if isSpace(scalar) { glyphs.append(.space) }
            case .format, .privateUse, .surrogate:
                continue
            default:
                append(scalar, to: &glyphs)
            }
        }
        return glyphs
    }

    /// The text's paragraphs, parted at line ends. At least one.
    static func paragraphs(_ text: String) -> [[Glyph]] {
        text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { glyphs(String($0)) }
    }

    /// The text on one line, as a string.
    package static func line(_ text: String) -> String {
        glyphs(text).map(\.text).joined()
    }

    /// Columns that the text takes on one line, as `line` gives it.
    package static func width(_ text: String) -> Int {
        TextLayout.width(glyphs(text))
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace
    }

    private static func append(_ scalar: Unicode.Scalar, to glyphs: inout [Glyph]) {
        // Selects a presentation that terminals disagree on the width of.
        if scalar.properties.isVariationSelector { return }
        switch scalar.isASCII ? 1 : Int(pulsador_terminal_scalar_width(scalar.value)) {
        case 0:
            if let last = glyphs.indices.last, glyphs[last].marks.count < Tuning.marksPerGlyph {
                glyphs[last].marks.append(scalar)
            }
        case let width where width > 0:
            glyphs.append(Glyph(base: scalar, width: width))
        default:
            glyphs.append(Glyph(base: "?", width: 1))
        }
    }
}
