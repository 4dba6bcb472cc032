/// Text from the network, made fit for a terminal and a log line.
enum DisplayText {
    /// `text` without control, bidirectional and other invisible format characters (joiners excepted), and cut at a
    /// character's boundary to at most `limit` bytes of UTF-8.
    static func cleaned(_ text: String, limit: Int) -> String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text.unicodeScalars.filter(isVisible))
        return prefix(of: String(scalars), limit: limit)
    }

    /// The longest run of whole characters from the start of `text` that fits `limit` bytes of UTF-8.
    static func prefix(of text: String, limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var result = ""
        var size = 0
        for character in text {
            size += character.utf8.count
            guard size <= limit else { break }
            result.append(character)
        }
        return result
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        default: true
        }
    }
}
