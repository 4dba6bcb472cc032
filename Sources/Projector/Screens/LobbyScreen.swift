/// The code to join by, how, and who is in.
struct LobbyScreen: Screen {
    /// Rows of the players' part from which on one may say what to do.
    private static let roomForHint = 5

    let scene: LobbyScene

    var keys: [KeyHint] { [KeyHint("space", "start"), .quit] }

    func draw(on canvas: inout Canvas, in area: Rectangle) {
        var area = area
        let count = scene.players.count
        let players = count == 1 ? "1 player" : "\(count) players"
        Header.draw(left: scene.title, right: players, on: &canvas, in: &area)
        area = area.inset(columns: 2)
        drawCode(on: &canvas, in: &area)
        for (index, line) in scene.howToJoin.enumerated() where area.height > 3 {
            canvas.line(line, in: area.takeTop(1), index == 0 ? .strong : .plain, .center)
        }
        if let notice = scene.notice {
            let columns = min(area.width, Tuning.readingColumns)
            let rows = TextLayout.wrap(PlainText.line(notice), columns: columns - 2, lines: max(1, area.height / 4))
            for row in rows {
                canvas.line(" \(row.map(\.text).joined()) ", in: area.takeTop(1), .warning, .center)
            }
        }
        if area.height > 6 { _ = area.takeTop(1) }
        drawPlayers(on: &canvas, in: area)
    }

    private func drawCode(on canvas: inout Canvas, in area: inout Rectangle) {
        let code = BigText(scene.joinCode)
        let gap = area.height >= 16 ? 1 : 0
        if let scale = code.scale(width: area.width, height: area.height / 2) {
            canvas.line("Join code", in: area.takeTop(gap), .plain, .center)
            _ = area.takeTop(gap)
            code.draw(on: &canvas, atTopOf: &area, scale, .block)
            _ = area.takeTop(gap)
        } else {
            canvas.line("Join code: \(scene.joinCode)", in: area.takeTop(1), .strong, .center)
        }
    }

    private func drawPlayers(on canvas: inout Canvas, in area: Rectangle) {
        guard !scene.players.isEmpty else {
            canvas.line("Waiting for players", in: area, .plain, .center)
            return
        }
        var area = area
        if area.height >= Self.roomForHint, scene.players.contains(where: \.isUnchecked) {
            canvas.line("Press each of your buttons once: it is ticked off", in: area.takeTop(1), .plain, .center)
        }
        // What is known of the links goes first when not everybody fits.
        let full = PlayerGrid(scene.players, in: area, showsLinks: true)
        let grid = full.isComplete ? full : PlayerGrid(scene.players, in: area, showsLinks: false)
        grid.draw(on: &canvas)
    }
}

extension LobbyScene.Player {
    /// Whether a button of a board that is here is still to be tried.
    fileprivate var isUnchecked: Bool {
        connected && buttons.map { $0.count < ButtonTicks.columns } ?? false
    }
}
