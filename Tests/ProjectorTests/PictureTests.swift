import Testing

@testable import Projector

@Suite struct PictureTests {
    static let sizes = [(40, 12), (41, 13), (59, 19), (80, 24), (100, 16), (40, 60), (160, 45), (240, 67)]

    private func drawn(_ scene: Scene, _ width: Int, _ height: Int) -> String {
        Picture(scene: scene).drawn(width: width, height: height).lines.joined(separator: "\n")
    }

    /// By number: written out, the hostile scenes are megabytes of every log.
    @Test(
        "Every scene fills every size, and holds nothing but printable glyphs", arguments: Samples.all.indices, sizes)
    func everything(number: Int, size: (Int, Int)) {
        let picture = Picture(scene: Samples.all[number], notice: Samples.hostile, question: Samples.hostile)
        let canvas = picture.drawn(width: size.0, height: size.1)
        #expect(canvas.lines.count == size.1)
        for line in canvas.lines {
            let glyphs = PlainText.glyphs(line)
            #expect(TextLayout.width(glyphs) == size.0)
            #expect(glyphs.map(\.text).joined() == line)
        }
    }

    @Test("A window too small says so", arguments: [(39, 12), (40, 11), (20, 5), (1, 1), (0, 0)])
    func tooSmall(width: Int, height: Int) {
        let canvas = Picture(scene: .question(Samples.question)).drawn(width: width, height: height)
        #expect(canvas.width == width && canvas.height == height)
        if width >= 20 { #expect(canvas.lines.joined(separator: " ").contains("too small")) }
    }

    @Test("The lobby shows the code as letters where it cannot be large, and who is away")
    func lobby() {
        let small = drawn(.lobby(Samples.lobby(3)), 40, 12)
        let large = Picture(scene: .lobby(Samples.lobby(3))).drawn(width: 80, height: 24)
        #expect(small.contains("player1 (away)"))
        #expect(large.cells.contains { $0.style == .block })
        var unshowable = Samples.lobby(1)
        unshowable.joinCode = String(repeating: "ABCDEF", count: 3)
        #expect(drawn(.lobby(unshowable), 80, 24).contains("Join code: ABCDEFABCDEFABCDEF"))
    }

    @Test("At a buzz question everybody sees who was first, by how much, and by which rule", arguments: sizes)
    func buzz(size: (Int, Int)) {
        let answering = drawn(.buzz(Samples.buzz(.answering)), size.0, size.1)
        for text in ["Ana: your answer?", "Zoë", "+12.9 ms", "y right", "n wrong"] { #expect(answering.contains(text)) }
        let wrong = drawn(.buzz(Samples.buzz(.wrong(points: -200))), size.0, size.1)
        #expect(wrong.contains("WRONG  -200") && wrong.contains("space next"))
        if size.1 >= 24 {
            for text in ["3.214 s", "±1.2 ms", "Drawn by lot", "Out: Bo"] { #expect(answering.contains(text)) }
        }
    }

    @Test("Who is called stands there large where there is room, and nobody else", arguments: [(80, 24), (160, 45)])
    func called(size: (Int, Int)) {
        func cells(_ scene: BuzzScene, _ style: Style) -> Int {
            Picture(scene: .buzz(scene)).drawn(width: size.0, height: size.1).cells.count { $0.style == style }
        }
        var scene = Samples.buzz(.answering)
        let large = cells(scene, .warning)
        scene.rows[0] = .init(name: "さな", time: "3.214 s", error: "±0.4 ms")
        #expect(large > cells(scene, .warning))
        #expect(cells(Samples.buzz(.right(points: 1)), .choice(3)) == cells(scene, .warning))
    }

    @Test("A verdict that can be taken back says so, where there is room", arguments: sizes)
    func undo(size: (Int, Int)) {
        for outcome in [BuzzScene.Outcome.right(points: 900), .wrong(points: -200)] {
            var judged = Samples.buzz(outcome)
            #expect(!drawn(.buzz(judged), size.0, size.1).contains("undo"))
            judged.question.canUndo = true
            #expect(drawn(.buzz(judged), size.0, size.1).contains("space next   q quit   u undo "))
        }
        var reopened = Samples.buzz(.answering).question
        reopened.canUndo = true
        #expect(drawn(.question(reopened), size.0, size.1).contains("c close now   q quit   u undo "))
        reopened.answersByKeyboard = true
        let shared = drawn(.question(reopened), size.0, size.1)
        #expect(shared.contains("1-4 press first   c close now   q quit "))
        #expect(shared.contains("u undo") == (size.0 >= 59), "whole or not at all")
        #expect(!shared.contains("quit   u") || size.0 >= 59)
    }

    @Test("Buttons that were pressed are ticked off, those of a player that tells none are not shown")
    func ticks() throws {
        let players = [
            LobbyScene.Player(name: "Ana", buttons: [0, 3]), LobbyScene.Player(name: "Phone"),
            LobbyScene.Player(name: "Bea", buttons: [], isFlashing: true),
        ]
        let scene = Scene.lobby(LobbyScene(title: "t", joinCode: "K7Q2ZP", players: players))
        for (width, height) in Self.sizes {
            let lines = drawn(scene, width, height).split(separator: "\n")
            let ana = try #require(lines.first { $0.contains("Ana") })
            #expect(ana.contains("1··4"))
            #expect(lines.contains { $0.contains("Bea") && $0.contains("····") })
            #expect(lines.joined().components(of: "·").count - 1 == 6)
        }
        #expect(drawn(scene, 80, 24).contains("Press each of your buttons once"))
        let canvas = Picture(scene: scene).drawn(width: 80, height: 24)
        let flashing = try #require(canvas.lines.firstIndex { $0.contains("Bea") })
        #expect(canvas.row(flashing).contains { $0.style == .warning && $0.glyph?.text == "B" })
    }

    @Test("The hint goes when every board that is here has had all its buttons pressed")
    func checked() {
        let players = [
            LobbyScene.Player(name: "Ana", buttons: [0, 1, 2, 3]), LobbyScene.Player(name: "Phone"),
            LobbyScene.Player(name: "Bea", connected: false, buttons: []),
        ]
        let text = drawn(.lobby(LobbyScene(title: "t", joinCode: "K7Q2ZP", players: players)), 80, 24)
        #expect(text.contains("1234") && !text.contains("Press each"))
    }

    @Test("A link stands behind its player's name, and gives way when not everybody fits", arguments: sizes)
    func links(size: (Int, Int)) {
        var scene = Samples.lobby(3)
        for index in scene.players.indices { scene.players[index].link = "\(index + 6).5 ms" }
        let few = drawn(.lobby(scene), size.0, size.1)
        #expect(few.contains("player0 6.5 ms") && few.contains("player2 8.5 ms"))
        #expect(few.contains("player1 (away)") && !few.contains("7.5 ms"), "who is away has no link")
        var crowd = Samples.lobby(500)
        for index in crowd.players.indices { crowd.players[index].link = "6.5 ms" }
        let text = drawn(.lobby(crowd), size.0, size.1)
        #expect(
            text.contains("player499 6.5 ms") || text == drawn(.lobby(Samples.lobby(500)), size.0, size.1))
    }

    @Test("Players that do not fit are counted", arguments: sizes)
    func crowd(size: (Int, Int)) throws {
        let text = drawn(.lobby(Samples.lobby(500)), size.0, size.1)
        let shown = text.components(of: "player").count - 1 - (text.contains("500 players") ? 1 : 0)
        if shown < 500 { #expect(text.contains("+\(500 - shown) more")) }
        #expect(shown > 0)
    }

    @Test("A question shows its text, all choices with their numbers, and the time", arguments: sizes)
    func question(size: (Int, Int)) {
        let text = drawn(.question(Samples.question), size.0, size.1)
        for word in ["Question 3 of 10", "4 of 12 answered", "Which river is longest?", "12 s", "Waiting for Ana, Bo"] {
            #expect(text.contains(word))
        }
        for choice in Samples.question.choices { #expect(text.contains(choice)) }
        if size.1 < 24 { #expect(text.contains(" 1  Dnieper") && text.contains(" 4  Dniester")) }
    }

    @Test("The bar is as long as the time left", arguments: [(15.0, 34), (7.5, 17), (0.0, 0), (-3.0, 0), (99.0, 34)])
    func bar(left: Double, columns: Int) {
        var canvas = Canvas(width: 40, height: 1)
        let bar = CountdownBar(secondsLeft: left, limitSeconds: 15)
        bar.draw(on: &canvas, in: canvas.bounds)
        #expect(canvas.cells.filter { $0.style == bar.style }.count == columns)
    }

    @Test("Time is rounded up, so 0 means over", arguments: [(0.01, 1), (1.0, 1), (1.01, 2), (0.0, 0), (.nan, 0)])
    func rounding(left: Double, shown: Int) {
        #expect(CountdownBar(secondsLeft: left, limitSeconds: 9).seconds == shown)
    }

    @Test("The reveal marks only the right choice, and counts", arguments: sizes)
    func reveal(size: (Int, Int)) throws {
        let lines = drawn(.reveal(Samples.reveal), size.0, size.1).split(separator: "\n")
        let marked = try #require(lines.firstIndex { $0.contains("CORRECT  7") })
        // Beside the text on a card of one row, below it on a taller one.
        let card = lines[...marked].suffix(7)
        #expect(card.contains { $0.contains("Danube") })
        #expect(lines.filter { $0.contains("CORRECT") }.count == 1)
        #expect(lines.contains { $0.contains("Nearly 3000 km.") })
        #expect(lines.contains { $0.contains("Fastest: Zoë, 1.95 s") })
    }

    @Test("A poll has no right choice")
    func poll() {
        var scene = Samples.reveal
        scene.correct = []
        #expect(!drawn(.reveal(scene), 80, 24).contains("CORRECT"))
    }

    @Test("A long leaderboard is cut and says how many are missing", arguments: sizes)
    func leaderboard(size: (Int, Int)) {
        let text = drawn(.leaderboard(LeaderboardScene(index: 2, count: 10, rows: Samples.rows(300))), size.0, size.1)
        let shown = text.components(of: "player").count - 1
        #expect(shown > 5)
        #expect(text.contains("+\(300 - shown) more"))
        #expect(text.contains("player0") && text.contains("5000") && text.contains("+100"))
    }

    @Test("The podium shows the first three and the points, large or as a list", arguments: sizes)
    func podium(size: (Int, Int)) {
        let text = drawn(.podium(PodiumScene(title: "T", rows: Samples.rows(5))), size.0, size.1)
        for word in ["player0", "player1", "player2", "5000", "4990", "4980"] { #expect(text.contains(word)) }
    }

    @Test("The last row lists the keys of the scene")
    func keys() throws {
        var scene = Samples.question
        scene.answersByKeyboard = true
        let last = try #require(Picture(scene: .question(scene)).drawn(width: 40, height: 12).lines.last)
        #expect(last.hasPrefix(" 1-4 answer   c close now   q quit "))
    }

    @Test("A question to the host takes the place of the keys, a notice stands above")
    func bottom() {
        let picture = Picture(scene: .question(Samples.question), notice: "Board lost", question: "Really quit?")
        let lines = picture.drawn(width: 80, height: 24).lines
        #expect(lines[22].hasPrefix(" Board lost "))
        #expect(lines[23].hasPrefix(" Really quit? ") && lines[23].hasSuffix("y yes   n no "))
    }

    @Test("Names that do not fit are counted")
    func names() {
        #expect(NameList.line("For", ["Ana", "Bo", "Cy"], columns: 20) == "For Ana, Bo, Cy")
        #expect(NameList.line("For", ["Ana", "Bo", "Cy"], columns: 14) == "For 3")
        #expect(NameList.line("For", ["Ana", "Bo", "Cy"], columns: 15) == "For Ana, Bo, Cy")
        #expect(NameList.line("For", ["Ana", "Bobby", "Cyd"], columns: 15) == "For Ana +2 more")
    }
}

extension String {
    /// The parts between occurrences of `separator`.
    fileprivate func components(of separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
