/// Everything that a window shows: the scene, the notice, the help line or the question put to the host.
struct Picture: Sendable, Equatable {
    /// Windows from this height on leave a row free above the bottom lines.
    private static let roomyHeight = 20

    var scene: Scene
    /// A line of status above the help line.
    var notice: String?
    /// A yes-or-no question in place of the help line.
    var question: String?

    /// What keys mean while it is on.
    var keyMode: KeyMap.Mode {
        if question != nil { return .asking }
        if case .buzz(let scene) = scene, scene.isAnswering { return .judging }
        return .plain
    }

    func drawn(width: Int, height: Int) -> Canvas {
        var canvas = Canvas(width: min(width, Tuning.largestWidth), height: min(height, Tuning.largestHeight))
        guard canvas.width >= Tuning.smallestWidth, canvas.height >= Tuning.smallestHeight else {
            let wanted = "\(Tuning.smallestWidth) x \(Tuning.smallestHeight)"
            canvas.centeredText(
                "window too small: \(width) x \(height), need \(wanted)", in: canvas.bounds, .strong)
            return canvas
        }
        var area = canvas.bounds
        let bottom = area.takeBottom(1)
        if let question {
            drawQuestion(question, on: &canvas, in: bottom)
        } else {
            drawKeys(scene.screen.keys, on: &canvas, in: bottom)
        }
        if let notice {
            let row = area.takeBottom(1)
            canvas.fill(row, .wrong)
            canvas.line(notice, in: row.inset(columns: 1), .wrong)
        }
        if canvas.height >= Self.roomyHeight { _ = area.takeBottom(1) }
        scene.screen.draw(on: &canvas, in: area)
        return canvas
    }

    /// As many as have room, from the first.
    private func drawKeys(_ keys: [KeyHint], on canvas: inout Canvas, in row: Rectangle) {
        var free = row.inset(columns: 1)
        for hint in keys {
            guard hint.key.count + 1 + hint.meaning.count <= free.width else { return }
            for (word, style, gap) in [(hint.key, Style.strong, 1), (hint.meaning, Style.plain, 3)] {
                let used = canvas.line(word, in: free, style) + gap
                free = Rectangle(x: free.x + used, y: free.y, width: free.width - used, height: 1)
            }
        }
    }

    private func drawQuestion(_ question: String, on canvas: inout Canvas, in row: Rectangle) {
        canvas.fill(row, .warning)
        var area = row.inset(columns: 1)
        let answers = "y yes   n no"
        canvas.line(answers, in: area.takeRight(answers.count + 2), .warning, .right)
        canvas.line(question, in: area, .warning)
    }
}

extension Scene {
    var screen: any Screen {
        switch self {
        case .lobby(let scene): LobbyScreen(scene: scene)
        case .question(let scene): QuestionScreen(scene: scene)
        case .buzz(let scene): BuzzScreen(scene: scene)
        case .reveal(let scene): RevealScreen(scene: scene)
        case .leaderboard(let scene): LeaderboardScreen(scene: scene)
        case .podium(let scene): PodiumScreen(scene: scene)
        case .message(let title, let lines): MessageScreen(title: title, lines: lines)
        }
    }
}
