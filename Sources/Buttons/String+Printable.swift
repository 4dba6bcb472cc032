extension StringProtocol {
    /// The text without control characters, cut to a length a line can bear: safe to print on a terminal.
    var printable: String {
        let kept = unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format ? "?" : scalar
        }
        let text = String(String.UnicodeScalarView(kept))
        return text.count > 80 ? text.prefix(80) + "…" : text
    }
}

extension Collection where Element == String {
    /// A list for a message that stays one line: the first few, and how many more there are.
    var listed: String {
        let shown = prefix(ButtonsTuning.listedNames).joined(separator: ", ")
        return count > ButtonsTuning.listedNames ? "\(shown) and \(count - ButtonsTuning.listedNames) more" : shown
    }
}
