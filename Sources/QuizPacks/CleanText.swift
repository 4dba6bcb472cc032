/// A text from a file without what could disturb a terminal or hide something from a reader.
///
/// Line breaks and tabs become a space. Other control characters, direction marks, soft hyphens, zero-width spaces and
/// byte order marks go. Joiners stay: emoji and several scripts need them. Spaces at both ends go without mention.
struct CleanText: Equatable {
    let text: String
    /// Whether a character other than a space at the ends was removed or replaced.
    let isChanged: Bool

    init(_ raw: String) {
        guard raw.unicodeScalars.contains(where: \.isUnprintable) else {
            text = raw.trimmed
            isChanged = false
            return
        }
        var kept = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in raw.unicodeScalars {
            defer { previous = scalar }
            if !scalar.isUnprintable {
                kept.append(scalar)
            } else if scalar.properties.isWhitespace, !(scalar == "\n" && previous == "\r") {
                kept.append(" ")
            }
        }
        text = String(kept).trimmed
        isChanged = true
    }
}

extension Unicode.Scalar {
    /// Whether the character acts on a terminal or on its neighbours instead of showing itself.
    var isUnprintable: Bool {
        switch value {
        case 0x20...0x7E: false
        case 0...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F,
            0xFEFF, 0xFFF9...0xFFFB:
            true
        default: false
        }
    }
}

extension String {
    /// Without white space at both ends.
    fileprivate var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return first == startIndex && index(after: last) == endIndex ? self : String(self[first...last])
    }
}
