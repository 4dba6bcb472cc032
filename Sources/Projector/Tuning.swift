/// The room's limits, each with its unit and reason.
enum Tuning {
    /// Columns and rows below which nothing can be laid out to be read.
    static let smallestWidth = 40
    static let smallestHeight = 12

    /// Columns and rows above which a window's claim is not believed; memory for a picture grows with both.
    static let largestWidth = 1_000
    static let largestHeight = 500

    /// Glyphs of one text that are looked at; no text that a room can read is longer, and names come from outside.
    static let textGlyphs = 2_000

    /// Combining marks kept on one glyph: scripts need two or three, a stack of them paints over its neighbours.
    static let marksPerGlyph = 3

    /// Bytes read from the keyboard at once.
    static let inputBytes = 256

    /// Rows that a big name takes at most: what comes below it is wanted too.
    static let bigNameRows = 15

    /// Columns that a text or a table grows to on a wide window; longer lines are tiring to read from afar.
    static let readingColumns = 100
}
