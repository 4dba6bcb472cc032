import CTerminal

/// Puts canvases on a terminal. Not for two threads at once: the terminal thread owns it.
final class CursesSurface {
    private let terminal: OpaquePointer
    private let palette: Palette
    private var shown: Canvas?
    private var isClosed = false

    /// Takes over the terminal; `wake` gets a byte when the window changes size.
    ///
    /// - Throws: `ProjectorError`, with the terminal as it was.
    init(input: Int32, output: Int32, term: String, wake: Int32, colors: Bool) throws {
        var problem = pulsador_terminal_fine
        guard let terminal = pulsador_terminal_open(term, input, output, wake, colors, &problem) else {
            throw ProjectorError(problem, term: term)
        }
        self.terminal = terminal
        palette = Palette(colors: Int(pulsador_terminal_colors(terminal)))
    }

    deinit { close() }

    /// The window's present size, and whether it is another than before.
    func measure() -> (width: Int, height: Int, changed: Bool) {
        var width: Int32 = 0
        var height: Int32 = 0
        let changed = pulsador_terminal_measure(terminal, &width, &height)
        return (Int(width), Int(height), changed)
    }

    /// Shows a canvas; only what differs from the last is sent, but for `everything`.
    func show(_ canvas: Canvas, everything: Bool) {
        guard !isClosed else { return }
        let before = everything ? nil : shown
        let isSameSize = before?.width == canvas.width && before?.height == canvas.height
        for y in 0..<canvas.height {
            if isSameSize, let before, before.row(y) == canvas.row(y) { continue }
            put(canvas.row(y), y: y)
        }
        pulsador_terminal_show(terminal, everything)
        shown = canvas
    }

    /// Gives the terminal back. Idempotent.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        pulsador_terminal_close(terminal)
    }

    private func put(_ row: ArraySlice<Canvas.Cell>, y: Int) {
        for (x, cell) in row.enumerated() {
            guard let glyph = cell.glyph else { continue }
            let scalars = [glyph.base.value] + glyph.marks.map(\.value)
            pulsador_terminal_put(
                terminal, Int32(x), Int32(y), scalars, Int32(scalars.count), palette.number(cell.style.foreground),
                palette.number(cell.style.background), palette.isBold(cell.style),
                palette.isReversed(cell.style.background))
        }
    }
}

extension ProjectorError {
    init(_ problem: pulsador_terminal_problem, term: String) {
        self =
            switch problem {
            case pulsador_terminal_not_a_terminal: .notATerminal
            case pulsador_terminal_unknown_term: .unknown(term: term)
            case pulsador_terminal_too_simple: .tooSimple(term: term)
            case pulsador_terminal_already_open: .alreadyOpen
            default: .noResources
            }
    }
}
