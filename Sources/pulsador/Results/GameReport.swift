import Game
import Projector
import Quiz

/// The results of a game for a person: the standings, then who answered what.
struct GameReport {
    private let record: GameRecord

    init(_ record: GameRecord) {
        self.record = record
    }

    var text: String {
        ([head, standings] + record.questions.map(section)).joined(separator: "\n")
    }

    private var head: String {
        let game = record.game
        let facts = [
            game.joinCode, game.createdAt.local, game.phase.rawValue, Self.count(game.playerCount, "player"),
            "\(game.askedCount) of \(Self.count(game.questionCount, "question")) asked", "id \(game.id)",
        ]
        return PlainText.line(game.title) + "\n" + PlainText.line(facts.joined(separator: ", ")) + "\n"
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    private var standings: String {
        guard !record.players.isEmpty else { return "Nobody took part.\n" }
        var table = TextTable([.right("Rank"), .left("Name"), .right("Points"), .right("Correct")])
        for player in record.players {
            let standing = player.standing
            table.add("\(standing.rank)", standing.name, "\(standing.points)", "\(standing.correct)")
        }
        return table.text
    }

    // MARK: Questions

    private func section(_ question: ArchivedQuestion) -> String {
        let document = question.document
        var text = "\(question.index &+ 1). \(PlainText.line(document.text))\n"
        var facts: [String] = []
        switch question.status {
        case .open: facts.append("not revealed yet")
        case .void: facts.append("void: it was asked again, or opened by a verdict that was taken back")
        case .revealed:
            let right = question.correct.map { choice($0, of: question) }
            if !right.isEmpty { facts.append("right: \(right.joined(separator: ", "))") }
        }
        if let weight = document.weight, weight != 1 {
            facts.append(weight == 0 ? "practice" : "counts \(weight) times")
        }
        if question.kind == .poll { facts.append("poll") }
        if question.kind == .buzz {
            facts.append(
                question.presses.isEmpty
                    ? "nobody pressed" : question.asking == 1 ? "answered aloud" : "opened again for the others")
        }
        if !facts.isEmpty { text += "   \(PlainText.line(facts.joined(separator: "; ")))\n" }
        text += presses(question)
        let answered = Set(question.presses.map(\.player))
        let silent = record.players.map(\.standing).filter { !answered.contains($0.player) }.map(\.name)
        if !silent.isEmpty, question.kind != .buzz {
            text += "   no answer: \(PlainText.line(silent.joined(separator: ", ")))\n"
        }
        return text
    }

    private func presses(_ question: ArchivedQuestion) -> String {
        var table = TextTable(
            [.left(""), .left(""), .left(""), .right(""), .right(""), .left(""), .left("")], indent: 3)
        for press in question.presses {
            let gap = press.place ?? 1 > 1 ? press.gap.map { "+\($0.milliseconds.tenths) ms" } : nil
            let verdict = press.isLate ? "late" : press.isCorrect.map { $0 ? "right" : "wrong" } ?? gap ?? ""
            table.add(
                record.name(press.player), press.choice.map { choice($0, of: question) } ?? "", verdict,
                press.points.map { "\($0)" } ?? "", press.pressed.map { "\(Self.seconds($0)) s" } ?? "",
                press.error.map { "±\($0.milliseconds.tenths) ms" } ?? "",
                press.wasClamped ? "not believed: said \(press.claimed.map(Self.seconds) ?? "?") s" : "")
        }
        return table.text
    }

    /// A choice with the number of its button.
    private func choice(_ index: Int, of question: ArchivedQuestion) -> String {
        let choices = question.document.choices
        return choices.indices.contains(index) ? "\(index + 1) \(choices[index])" : "\(index &+ 1)"
    }

    /// Seconds to the millisecond.
    private static func seconds(_ duration: Duration) -> String {
        let milliseconds = Int(duration.milliseconds.rounded())
        let rest = "\(milliseconds.magnitude % 1000)"
        let zeros = String(repeating: "0", count: 3 - rest.count)
        return "\(milliseconds < 0 ? "-" : "")\(milliseconds.magnitude / 1000).\(zeros)\(rest)"
    }
}
