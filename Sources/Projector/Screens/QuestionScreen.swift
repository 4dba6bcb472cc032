/// A question, its choices, and the time left.
struct QuestionScreen: Screen {
    let scene: QuestionScene

    var keys: [KeyHint] {
        let answer =
            scene.kind == .buzz
            ? [KeyHint("1-4", "press first")] : [KeyHint("1-\(max(1, choices.count))", "answer")]
        return (scene.answersByKeyboard ? answer : []) + [KeyHint("c", "close now"), .quit]
            + (scene.canUndo ? [.undo] : [])
    }

    func draw(on canvas: inout Canvas, in area: Rectangle) {
        var area = area
        let answered =
            scene.kind == .buzz
            ? "first press answers"
            : scene.seated > 0 ? "\(scene.answered) of \(scene.seated) answered" : "\(scene.answered) answered"
        Header.draw(left: scene.heading, right: answered, on: &canvas, in: &area)
        area = area.inset(columns: canvas.width >= 60 ? 2 : 1)
        let cards = choices.enumerated().map { ChoiceCards.Card(text: $1, style: .choice($0)) }
        ChoiceCards(cards: cards).draw(on: &canvas, from: &area)
        let isRoomy = area.height >= 8
        if isRoomy { _ = area.takeBottom(1) }
        if scene.kind == .buzz, area.height >= 5 {
            canvas.line(
                "Press any button. Who is first answers aloud.", in: area.takeBottom(1), .strong, .center)
        }
        if !scene.lockedOut.isEmpty, area.height >= 5 {
            let line = NameList.line("Out:", scene.lockedOut, columns: area.width)
            canvas.line(line, in: area.takeBottom(1), .plain, .center)
        }
        if !scene.waitingFor.isEmpty, area.height >= 5 {
            let line = NameList.line("Waiting for", scene.waitingFor, columns: area.width)
            canvas.line(line, in: area.takeBottom(1), .plain, .center)
        }
        let bar = CountdownBar(secondsLeft: scene.secondsLeft, limitSeconds: scene.limitSeconds)
        bar.draw(on: &canvas, in: area.takeBottom(1))
        if isRoomy { _ = area.takeBottom(1) }
        drawBigTime(bar, on: &canvas, in: &area)
        canvas.centeredText(scene.text, in: area.centered(columns: Tuning.readingColumns), .strong)
    }

    private var choices: [String] { Array(scene.choices.prefix(4)) }

    /// The seconds in big digits at the right, unless the question needs the room.
    private func drawBigTime(_ bar: CountdownBar, on canvas: inout Canvas, in area: inout Rectangle) {
        let time = BigText(String(bar.seconds))
        // As wide as two digits, so that the question stays where it is when a digit goes.
        let template = BigText(bar.seconds > 99 ? "000" : "00")
        guard let scale = template.scale(width: area.width * 3 / 10, height: area.height) else { return }
        let columns = template.width(scale)
        let left = min(area.width - columns - 2, Tuning.readingColumns)
        guard TextLayout.wrap(scene.text, columns: left).count <= area.height else { return }
        let place = area.takeRight(columns)
        _ = area.takeRight(2)
        let top = place.y + (place.height - time.height(scale)) / 2
        time.draw(on: &canvas, x: place.x + columns - time.width(scale), y: top, scale, bar.style)
    }
}

extension QuestionScene {
    /// "Question 3 of 10", and what sort when it is not the usual one.
    var heading: String {
        let place = "Question \(index + 1) of \(count)"
        let sort: String? =
            switch kind {
            case .choice: nil
            case .trueFalse: "true or false"
            case .poll: "poll"
            case .buzz: "buzz in"
            }
        let worth: String? = weight == 1 || kind == .poll ? nil : weight == 0 ? "practice" : "counts \(weight) times"
        let words = [sort, worth].compactMap { $0 }
        return words.isEmpty ? place : "\(place): \(words.joined(separator: ", "))"
    }
}
