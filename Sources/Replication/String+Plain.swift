extension String {
    /// Words of the other peer as they may be shown to a person: what would move a cursor, change direction or hide is
    /// replaced, and after `Tuning.maxShownScalars` nothing follows.
    var plain: String {
        var shown = String.UnicodeScalarView()
        for scalar in unicodeScalars.prefix(Tuning.maxShownScalars) {
            let category = scalar.properties.generalCategory
            let isPlain = category != .control && category != .format
            shown.append(isPlain ? scalar : "\u{FFFD}")
        }
        return String(shown)
    }
}
