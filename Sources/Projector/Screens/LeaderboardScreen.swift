/// The ranking between two questions.
struct LeaderboardScreen: Screen {
    let scene: LeaderboardScene

    var keys: [KeyHint] {
        [
            KeyHint("space", scene.index + 1 < scene.count ? "next question" : "final result"),
            KeyHint("b", "back to the answer"), .quit,
        ]
    }

    func draw(on canvas: inout Canvas, in area: Rectangle) {
        var area = area
        let place = "after question \(scene.index + 1) of \(scene.count)"
        Header.draw(left: "Leaderboard", right: place, on: &canvas, in: &area)
        area = area.inset(columns: 2)
        guard !scene.rows.isEmpty else { return canvas.centeredText("Nobody has points yet", in: area, .plain) }
        StandingsTable(rows: scene.rows).draw(on: &canvas, in: area)
    }
}
