/// A table in the form of RFC 4180: commas, CRLF at the end of each line, quotes doubled inside quotes.
///
/// All texts are in quotes, so that one stays one field for programs that part fields at semicolons or tabs too. One that a
/// spreadsheet would run as a formula begins with a `'`, which spreadsheets take for "this is text". Characters that control
/// a terminal, but for tab and newline, become U+FFFD.
struct CSV {
    /// What is nil becomes an empty field.
    enum Field {
        case text(String?)
        case number(Int?)
        case milliseconds(Duration?)
        case flag(Bool?)
    }

    /// The rows so far.
    private(set) var text: String

    init(_ titles: [String]) {
        text = titles.joined(separator: ",") + "\r\n"
    }

    /// Adds a row with a field for each column.
    mutating func add(_ fields: Field...) {
        text += fields.map(Self.field).joined(separator: ",") + "\r\n"
    }

    private static func field(_ field: Field) -> String {
        switch field {
        case .text(let text): text.map(quoted) ?? ""
        case .number(let number): number.map { "\($0)" } ?? ""
        case .milliseconds(let duration): duration.map { "\($0.roundedMilliseconds)" } ?? ""
        case .flag(let flag): flag.map { "\($0)" } ?? ""
        }
    }

    static func quoted(_ text: String) -> String {
        var quoted = "\""
        if let first = text.unicodeScalars.first, "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first) { quoted += "'" }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\"\""
            case "\t", "\n": quoted.unicodeScalars.append(scalar)
            case _ where scalar.properties.generalCategory == .control: quoted += "\u{FFFD}"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
