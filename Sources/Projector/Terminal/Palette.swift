/// Colour numbers for what a terminal can show.
struct Palette: Sendable {
    /// Colours the terminal has; 0 for none.
    let colors: Int

    /// The number of an ink, or -1 for the terminal's own colour.
    func number(_ ink: Ink) -> Int32 {
        if colors >= 256 { return number256(ink) }
        if colors >= 8 { return number8(ink) }
        return -1
    }

    /// Bold makes black a dark grey where there are few colours.
    func isBold(_ style: Style) -> Bool {
        style.bold && (style.foreground != .black || colors < 8 || colors >= 256)
    }

    /// Whether a ground must be shown by reverse video, for want of colours.
    func isReversed(_ background: Ink) -> Bool {
        guard colors < 8 else { return false }
        return background != .plain && background != .grey
    }

    /// Fixed numbers of the 6 × 6 × 6 cube: a theme changes only the first sixteen.
    private func number256(_ ink: Ink) -> Int32 {
        switch ink {
        case .plain: -1
        case .white: 231
        case .black: 16
        case .grey: 240
        case .red: 160
        case .blue: 26
        case .yellow: 178
        case .green: 28
        case .purple: 54
        case .violet: 99
        }
    }

    /// The eight of the Linux console. Its ground has no grey.
    private func number8(_ ink: Ink) -> Int32 {
        switch ink {
        case .plain: -1
        case .white: 7
        case .black: 0
        case .grey: colors >= 16 ? 8 : -1
        case .red: 1
        case .blue: 4
        case .yellow: 3
        case .green: 2
        case .purple, .violet: 5
        }
    }
}
