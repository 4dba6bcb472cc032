import Projector

/// Rows in columns, as wide as a terminal shows their texts, without anything that would control it.
struct TextTable {
    enum Column {
        case left(String)
        case right(String)

        var title: String {
            switch self {
            case .left(let title), .right(let title): title
            }
        }
    }

    private let columns: [Column]
    private let indent: String
    private var rows: [[String]]

    /// Without titles when all of them are empty.
    init(_ columns: [Column], indent: Int = 0) {
        self.columns = columns
        self.indent = String(repeating: " ", count: indent)
        let titles = columns.map(\.title)
        rows = titles.allSatisfy(\.isEmpty) ? [] : [titles]
    }

    /// Adds a row with a text for each column.
    mutating func add(_ cells: String...) {
        rows.append(cells.map(PlainText.line))
    }

    /// The lines, each with its end.
    var text: String {
        let widths = columns.indices.map { column in rows.map { PlainText.width($0[column]) }.max() ?? 0 }
        return rows.map { row in
            var line = ""
            for (index, cell) in row.enumerated() where widths[index] > 0 {
                let space = String(repeating: " ", count: widths[index] - PlainText.width(cell))
                if !line.isEmpty { line += "  " }
                if case .right = columns[index] { line += space + cell } else { line += cell + space }
            }
            while line.last == " " { line.removeLast() }
            return indent + line + "\n"
        }.joined()
    }
}
