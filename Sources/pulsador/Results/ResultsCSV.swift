import Game
import Quiz

/// A game as a table for spreadsheets; `Documentation/results.md` says what each column is.
enum ResultsCSV {
    /// A row for each press.
    static func presses(_ record: GameRecord) -> String {
        var csv = CSV([
            "index", "asking", "text", "kind", "weight", "playerId", "name", "choice", "choiceText", "correct",
            "points", "pressedMs", "errorMs", "claimedMs", "claimErrorMs", "arrivedMs", "clamped", "late", "status",
            "place",
            "gapMs",
        ])
        for question in record.questions {
            let document = question.document
            for press in question.presses {
                csv.add(
                    .number(question.index), .number(question.asking), .text(document.text),
                    .text(question.kind.rawValue), .number(document.weight ?? 1), .text(press.player.text),
                    .text(record.name(press.player)), .number(press.choice),
                    .text(press.choice.flatMap { document.choices.indices.contains($0) ? document.choices[$0] : nil }),
                    .flag(press.isCorrect), .number(press.points), .milliseconds(press.pressed),
                    .milliseconds(press.error), .milliseconds(press.claimed), .milliseconds(press.claimError),
                    .milliseconds(press.arrived), .flag(press.wasClamped), .flag(press.isLate),
                    .text(press.status.rawValue), .number(press.place), .milliseconds(press.gap))
            }
        }
        return csv.text
    }

    /// A row for each player.
    static func totals(_ record: GameRecord) -> String {
        var csv = CSV(["rank", "playerId", "name", "points", "correct", "answered", "late", "medianPressedMs"])
        for player in record.players {
            let standing = player.standing
            csv.add(
                .number(standing.rank), .text(standing.player.text), .text(standing.name), .number(standing.points),
                .number(standing.correct), .number(player.answered), .number(player.late),
                .milliseconds(player.medianPress))
        }
        return csv.text
    }
}
