extension String {
    /// The text with every character that could act on a terminal written as `\u{…}`.
    var printable: String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
        return unicodeScalars.map { scalar in
            scalar.isUnprintable ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
        }.joined()
    }

    /// The beginning of the text in quotes, safe to print, for a message that says what was found.
    var excerpt: String {
        let head = prefix(PackLimits.excerpt)
        // A cluster may hold any number of combining marks, so the scalars are bounded as well.
        let scalars = String(String.UnicodeScalarView(head.unicodeScalars.prefix(2 * PackLimits.excerpt)))
        let isCut = head.endIndex < endIndex || scalars.utf8.count < head.utf8.count
        return "\"\(scalars.printable)\(isCut ? "…" : "")\""
    }
}
