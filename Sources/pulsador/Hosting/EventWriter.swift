import Game
import Quiz
import Synchronization
import Timing

/// Prints what happens in a game, one JSON object a line. Times are in milliseconds from the question's start, on the
/// host's monotonic clock.
final class EventWriter: Sendable {
    private struct Line: Encodable {
        var event: String
        var gameId: String?
        var joinCode: String?
        var port: Int?
        var title: String?
        var playerId: String?
        var name: String?
        var index: Int?
        var text: String?
        var choices: [String]?
        var limitSeconds: Int?
        var button: Int?
        var choice: Int?
        var correct: Bool?
        var points: Int?
        var pressedMs: Double?
        var arrivedMs: Double?
        var errorMs: Double?
        var clamped: Bool?
        var roundTripMs: Double?
        var slowestMs: Double?
        var clockErrorMs: Double?
        var powerSave: Bool?
        var answers: Int?
        var place: Int?
        var gapMs: Double?
        var equal: [String]?
        var lockedOut: [String]?
        var reason: String?
        var leaderboard: [Row]?
    }

    private struct Row: Encodable {
        let rank: Int
        let playerId: String
        let name: String
        let points: Int
        let correct: Int
    }

    /// When each question was opened: times count from there, and a late answer may be to one before the last.
    private let starts: Mutex<[QuestionID: MonotonicTime]> = Mutex([:])
    /// Whether the last line, `final`, was written.
    private let isOver = Mutex(false)

    /// The game waits for players, or goes on after a restart.
    func lobby(_ game: HostGame, port: Int) {
        if let question = game.questionState.currentQuestionId {
            starts.withLock { $0[question] = game.startOfQuestion }
        }
        Output.json(
            Line(event: "lobby", gameId: game.id.text, joinCode: game.joinCode, port: port, title: game.title))
        for seat in game.seats { Output.json(Line(event: "joined", playerId: seat.player.text, name: seat.name)) }
    }

    func write(_ update: HostUpdate, _ game: HostGame) {
        guard !isOver.withLock({ $0 }) else { return }
        for line in lines(update, game) { Output.json(line) }
        if case .finished = update { isOver.withLock { $0 = true } }
    }

    private func lines(_ update: HostUpdate, _ game: HostGame) -> [Line] {
        switch update {
        // What a buzz question's presses are worth is known only now.
        case .revealed(let reveal) where reveal.buzz != nil:
            return inPlace(reveal).map { result("result", $0, game) } + [line(update, game)].compactMap { $0 }
        case .passedOn(let reveal): return inPlace(reveal).map { result("result", $0, game) }
        case .called(let buzz): return [called(buzz, game)].compactMap { $0 }
        default: return [line(update, game)].compactMap { $0 }
        }
    }

    private func inPlace(_ reveal: Reveal) -> [RuledAnswer] {
        reveal.rulings.sorted { $0.result.buzzPlace ?? .max < $1.result.buzzPlace ?? .max }
    }

    private func called(_ buzz: Buzz, _ game: HostGame) -> Line? {
        guard let first = buzz.places.first, let round = game.round else { return nil }
        return Line(
            event: "called", playerId: first.player.text, name: game.name(first.player), index: round.index,
            pressedMs: game.startOfQuestion.milliseconds(to: first.pressedAt),
            errorMs: first.error.roundedMilliseconds,
            equal: buzz.places.filter(\.isEqual).map { $0.player.text })
    }

    private func line(_ update: HostUpdate, _ game: HostGame) -> Line? {
        switch update {
        case .joined(let player, let name): return Line(event: "joined", playerId: player.text, name: name)
        case .renamed(let player, let name): return Line(event: "renamed", playerId: player.text, name: name)
        case .buttonSeen(let player, let button):
            return Line(event: "button", playerId: player.text, name: game.name(player), button: button)
        case .refused(let player, let reason):
            return Line(event: "refused", playerId: player.text, reason: reason.rawValue)
        case .connected(let player): return Line(event: "connected", playerId: player.text, name: game.name(player))
        case .disconnected(let player):
            return Line(event: "disconnected", playerId: player.text, name: game.name(player))
        case .opened(let opened):
            let start = MonotonicTime(nanoseconds: opened.state.questionStartHostUptimeNs)
            starts.withLock { $0[opened.id] = start }
            return Line(
                event: "question", index: opened.index, text: opened.question.text, choices: opened.question.choices,
                limitSeconds: opened.question.timeLimitSeconds,
                lockedOut: opened.state.lockedOutPlayerIds?.map(\.text))
        case .ruled(let ruled, _) where game.cards[ruled.questionIndex].kind == .buzz:
            return result("buzz", ruled, game)
        case .ruled(let ruled, _): return result("result", ruled, game)
        case .late(let ruled): return result("late", ruled, game)
        case .closing, .gathering, .called, .passedOn: return nil
        case .revealed(let reveal):
            return Line(event: "closed", index: reveal.index, answers: reveal.results.count)
        case .undone(let undone):
            return Line(
                event: "undone", playerId: undone.player.text, name: game.name(undone.player), index: undone.index)
        case .rejected(let arrival, let reason):
            return Line(
                event: "rejected", playerId: arrival.player.text, name: game.name(arrival.player),
                choice: arrival.choice, reason: reason.rawValue)
        case .askedAgain(let question): return Line(event: "asked-again", text: question.text)
        case .storageTrouble(let reason): return Line(event: reason == nil ? "storage-ok" : "storage", reason: reason)
        case .link(let player, let link):
            return Line(
                event: "link", playerId: player.text, name: game.name(player),
                roundTripMs: link.roundTrip.roundedMilliseconds, slowestMs: link.slowest.roundedMilliseconds,
                clockErrorMs: link.clockError?.roundedMilliseconds, powerSave: link.seemsAsleep ? true : nil)
        case .finished(let standings):
            let rows = standings.map { standing in
                Row(
                    rank: standing.rank, playerId: standing.player.text, name: standing.name, points: standing.points,
                    correct: standing.correct)
            }
            return Line(event: "final", leaderboard: rows)
        }
    }

    private func result(_ event: String, _ ruled: RuledAnswer, _ game: HostGame) -> Line {
        let result = ruled.result
        let start = starts.withLock { $0[result.questionId] } ?? game.startOfQuestion
        let arrived = MonotonicTime(nanoseconds: result.hostReceivedUptimeNs)
        let pressed = result.pressedAtHostUptimeNs.map(MonotonicTime.init(nanoseconds:)) ?? arrived
        let isKnown = event != "buzz"
        return Line(
            event: event, playerId: result.playerId.text, name: game.name(result.playerId), index: ruled.questionIndex,
            choice: ruled.choice, correct: isKnown ? result.isCorrect : nil, points: isKnown ? result.points : nil,
            pressedMs: start.milliseconds(to: pressed), arrivedMs: start.milliseconds(to: arrived),
            errorMs: ruled.error?.roundedMilliseconds, clamped: result.wasClamped, place: result.buzzPlace,
            gapMs: result.buzzGapNs.map { Duration.nanoseconds($0).roundedMilliseconds })
    }
}

extension MonotonicTime {
    /// Milliseconds from here to `other`, rounded to a microsecond.
    func milliseconds(to other: MonotonicTime) -> Double {
        duration(to: other).roundedMilliseconds
    }
}

extension Duration {
    /// In milliseconds, rounded to a microsecond.
    var roundedMilliseconds: Double { (milliseconds * 1000).rounded() / 1000 }
}

extension HostGame {
    func name(_ player: PlayerID) -> String? {
        seats.first { $0.player == player }?.name
    }

    /// When the current or last question was opened.
    var startOfQuestion: MonotonicTime {
        MonotonicTime(nanoseconds: questionState.questionStartHostUptimeNs)
    }
}
