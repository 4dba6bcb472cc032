extension String {
    /// The text for an error message: control characters replaced, cut after 80 characters.
    var printable: String {
        let shown = unicodeScalars.prefix(80).map { scalar -> Character in
            let category = scalar.properties.generalCategory
            return category == .control || category == .format ? "\u{fffd}" : Character(scalar)
        }
        return String(shown) + (unicodeScalars.count > 80 ? "…" : "")
    }
}
