/// What one cell shows: a printable scalar, and the combining marks on it.
struct Glyph: Sendable, Hashable {
    let base: Unicode.Scalar
    /// Up to `Tuning.marksPerGlyph`.
    var marks: [Unicode.Scalar] = []
    /// Columns: 1, or 2 for a wide one.
    let width: Int

    static let space = Glyph(base: " ", width: 1)

    var text: String {
        var scalars = String.UnicodeScalarView([base])
        scalars.append(contentsOf: marks)
        return String(scalars)
    }
}
