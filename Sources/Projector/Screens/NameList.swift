/// Names in a line, as many as fit.
enum NameList {
    /// "Waiting for Ana, Bo +3 more", within `columns`.
    static func line(_ lead: String, _ names: [String], columns: Int) -> String {
        let plain = names.map(PlainText.line)
        for shown in stride(from: plain.count, through: 1, by: -1) {
            let more = plain.count - shown
            let text = "\(lead) \(plain.prefix(shown).joined(separator: ", "))" + (more > 0 ? " +\(more) more" : "")
            if TextLayout.width(PlainText.glyphs(text)) <= columns { return text }
        }
        return "\(lead) \(plain.count)"
    }
}
