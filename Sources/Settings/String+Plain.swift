extension StringProtocol {
    /// The text without control characters, cut to a length a line can bear: safe to print on a terminal.
    var plain: String {
        let kept = unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format ? "?" : scalar
        }
        let text = String(String.UnicodeScalarView(kept))
        return text.count > 200 ? text.prefix(200) + "…" : text
    }
}
