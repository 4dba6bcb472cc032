/// How a cell is painted.
struct Style: Sendable, Hashable {
    var foreground: Ink
    var background: Ink
    var bold: Bool

    init(_ foreground: Ink = .plain, on background: Ink = .plain, bold: Bool = false) {
        self.foreground = foreground
        self.background = background
        self.bold = bold
    }
}

extension Style {
    static let plain = Style()
    static let strong = Style(bold: true)
    static let header = Style(.white, on: .purple, bold: true)
    static let dim = Style(.grey)
    static let wrong = Style(.white, on: .grey)
    static let warning = Style(.black, on: .yellow, bold: true)
    /// Big letters and digits: painted with spaces.
    static let block = Style(on: .violet)

    /// The colours of the four choices, in order; every choice is numbered besides.
    static func choice(_ index: Int) -> Style {
        switch index {
        case 0: Style(.white, on: .red, bold: true)
        case 1: Style(.white, on: .blue, bold: true)
        case 2: Style(.black, on: .yellow, bold: true)
        default: Style(.white, on: .green, bold: true)
        }
    }
}
