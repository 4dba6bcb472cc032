/// The players of a lobby in columns, as many as fit.
struct PlayerGrid {
    private let players: [LobbyScene.Player]
    private let labels: [String]
    private let links: [String]
    private let area: Rectangle
    private let cell: Int
    private let columns: Int
    /// Columns in front of a name for the buttons that were tried; 0 when no player tells.
    private let ticks: Int

    /// Columns of a name that is shown with others beside it; a longer one is cut.
    private static let nameColumns = 30

    init(_ players: [LobbyScene.Player], in area: Rectangle, showsLinks: Bool) {
        self.players = players
        labels = players.map { $0.connected ? $0.name : "\($0.name) (away)" }
        links = players.map { player in
            guard showsLinks, player.connected, let link = player.link else { return "" }
            return " \(PlainText.line(link))"
        }
        let widest = labels.map { TextLayout.width(PlainText.glyphs($0)) }.max() ?? 0
        let widestLink = links.map { TextLayout.width(PlainText.glyphs($0)) }.max() ?? 0
        ticks = players.contains { $0.buttons != nil } ? ButtonTicks.columns + 1 : 0
        cell = min(area.width, max(12, min(widest, Self.nameColumns) + widestLink + ticks + 3))
        columns = max(1, min(area.width / max(1, cell), players.count))
        self.area = area.centered(columns: columns * cell)
    }

    private var places: Int { columns * area.height }

    /// Whether everybody is shown.
    var isComplete: Bool { players.count <= places }

    func draw(on canvas: inout Canvas) {
        let shown = isComplete ? players.count : max(0, places - 1)
        let alignment: Canvas.Alignment = columns == 1 && ticks == 0 ? .center : .left
        for index in 0..<min(players.count, shown + 1) {
            var place = Rectangle(
                x: area.x + index % columns * cell, y: area.y + index / columns, width: cell - 1,
                height: index / columns < area.height ? 1 : 0)
            guard index < shown else {
                canvas.line("+\(players.count - shown) more", in: place, .plain, alignment)
                continue
            }
            let player = players[index]
            let style: Style = player.isFlashing ? .warning : player.connected ? .strong : .dim
            if player.isFlashing { canvas.fill(place, style) }
            if ticks > 0, place.width > ticks {
                let front = place.takeLeft(ticks)
                if let buttons = player.buttons {
                    ButtonTicks(pressed: buttons).draw(on: &canvas, in: front, around: style)
                }
            }
            let linkColumns = min(place.width, TextLayout.width(PlainText.glyphs(links[index])))
            guard columns > 1, linkColumns > 1 else {
                canvas.line(labels[index] + links[index], in: place, style, alignment)
                continue
            }
            place.width -= linkColumns
            place.x += canvas.line(labels[index], in: place, style)
            place.width = linkColumns
            canvas.line(links[index], in: place, player.isFlashing ? .warning : .dim)
        }
    }
}
