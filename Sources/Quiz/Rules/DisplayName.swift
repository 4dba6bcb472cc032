/// Makes a name that somebody typed fit for a screen that everybody sees.
package enum DisplayName {
    /// The name without control, direction and other invisible characters, white space joined into single spaces and
    /// trimmed, at most 40 grapheme clusters of at most 12 scalars each; `nil` when nothing visible is left.
    package static func sanitised(_ name: String) -> String? {
        var kept = String.UnicodeScalarView()
        var needsSpace = false
        for scalar in name.unicodeScalars.prefix(scanned) {
            if scalar.properties.isWhitespace {
                needsSpace = !kept.isEmpty
            } else if isAllowed(scalar) {
                if needsSpace { kept.append(" ") }
                needsSpace = false
                kept.append(scalar)
            }
        }
        let visible = kept.contains { !$0.properties.isDefaultIgnorableCodePoint && !$0.properties.isWhitespace }
        guard visible else { return nil }
        var result = ""
        for cluster in String(kept).prefix(QuizLimits.nameLength) {
            result.unicodeScalars.append(contentsOf: cluster.unicodeScalars.prefix(QuizLimits.scalarsPerCluster))
        }
        if result.last == " " { result.removeLast() }
        return result
    }

    /// How much of a name is looked at, in scalars: enough for the longest name that could be kept, with as much again
    /// dropped from it.
    private static let scanned = 2 * QuizLimits.nameLength * QuizLimits.scalarsPerCluster

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        // The joiners belong to emoji and to several scripts; all other format characters change direction or hide.
        if scalar == "\u{200C}" || scalar == "\u{200D}" { return true }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
        default: return true
        }
    }
}
