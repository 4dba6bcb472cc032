import Game
import Projector
import Quiz
import Timing

// The pictures. On the stage's queue.
extension Stage {
    func scene(_ game: HostGame) -> Scene {
        switch game.stage {
        case .lobby:
            let players = game.seats.map { seat in
                LobbyScene.Player(
                    name: seat.name, connected: game.connected.contains(seat.player),
                    link: links[seat.player].map(Self.text), buttons: seat.buttonsSeen.map(Set.init),
                    isFlashing: flashes.isOn(seat.player, at: now))
            }
            return .lobby(
                LobbyScene(
                    title: game.title, joinCode: game.joinCode, howToJoin: howToJoin(port, isAnnounced),
                    players: players,
                    notice: lobbyNotice ?? obscurity ?? sleepers(game)))
        case .asking, .closing: return .question(question(game, game.questionState.currentQuestionIndex))
        case .answering(let round, _): return .buzz(buzz(game, round.index, game.buzz, .answering))
        case .closed(let index):
            if case .leaderboard(let reveal) = interlude { return leaderboard(game, reveal) }
            guard case .reveal(let reveal) = interlude else {
                return .message(
                    title: game.title, lines: ["Question \(index + 1) of \(game.cards.count) is over"])
            }
            return revealed(game, reveal)
        case .finished:
            return .podium(PodiumScene(title: game.title, rows: rows(game)))
        }
    }

    /// Round trip and possible error of a link, short enough for a row of names.
    private static func text(_ link: LinkState) -> String {
        let roundTrip = link.roundTrip.milliseconds
        let error = link.clockError.map { " ±\(rounded($0.milliseconds))" } ?? ""
        return "\(rounded(roundTrip))\(error) ms"
    }

    private static func rounded(_ milliseconds: Double) -> String {
        milliseconds < 9.95 ? "\(milliseconds.tenths)" : "\(Int(min(99_999, milliseconds).rounded()))"
    }

    /// Whose radio seems to sleep between messages: their presses count as they should, and reach the host late.
    private func sleepers(_ game: HostGame) -> String? {
        let names = game.seats.filter { links[$0.player]?.seemsAsleep == true }.map(\.name)
        guard let first = names.first else { return nil }
        return "Wi-Fi power save? \(first)\(names.count > 1 ? " +\(names.count - 1)" : "")"
    }

    /// How long a close is waited for before the screen says for whom.
    private static let patience = Duration.milliseconds(300)

    /// Who has not answered; once the question is over, whose link the results wait for.
    private func missing(_ game: HostGame, _ answered: Set<PlayerID>) -> [String] {
        // At a buzz question that somebody has pressed is not to be seen before it is known who was first.
        if game.isBuzzOpen { return [] }
        if case .closing(_, let closing) = game.stage {
            let since = closing.revealBy.advanced(by: .zero - game.settings.lateWindow)
            let awaited = Set(game.awaited)
            guard since.duration(to: now) >= Self.patience else { return [] }
            return game.seats.filter { awaited.contains($0.player) }.map { "\($0.name)'s link" }
        }
        guard !answered.isEmpty else { return [] }
        return game.seats.filter { game.connected.contains($0.player) && !answered.contains($0.player) }.map(\.name)
    }

    private func question(_ game: HostGame, _ index: Int) -> QuestionScene {
        let card = game.cards[index]
        let close = MonotonicTime(nanoseconds: game.questionState.closeAtHostUptimeNs)
        let answered = game.isBuzzOpen ? [] : Set(game.round?.rulings.map(\.result.playerId) ?? [])
        return QuestionScene(
            index: index, count: game.cards.count, kind: card.kind.sceneKind, text: card.text, choices: card.choices,
            secondsLeft: max(0, now.duration(to: close).milliseconds / 1000), limitSeconds: Double(card.limitSeconds),
            answered: answered.count, seated: game.seats.count,
            weight: card.weight, waitingFor: missing(game, answered), lockedOut: game.lockedOut.compactMap(game.name),
            answersByKeyboard: answersByKeyboard, canUndo: game.canUndoVerdict)
    }

    private func buzz(
        _ game: HostGame, _ index: Int, _ buzz: Buzz?, _ outcome: BuzzScene.Outcome
    ) -> BuzzScene {
        var question = question(game, index)
        question.lockedOut = (buzz?.lockedOut ?? []).compactMap(game.name)
        return BuzzScene(
            question: question, rows: buzz?.rows(start: game.startOfQuestion, name: game.name) ?? [],
            outcome: outcome, rule: buzz?.rule(name: game.name),
            explanation: outcome == .answering ? nil : game.cards[index].explanation)
    }

    private func outcome(_ reveal: Reveal) -> BuzzScene.Outcome {
        guard let verdict = reveal.verdict else { return .none }
        return verdict.isRight ? .right(points: verdict.points) : .wrong(points: verdict.points)
    }

    private func revealed(_ game: HostGame, _ reveal: Reveal) -> Scene {
        if game.cards[reveal.index].kind == .buzz {
            return .buzz(buzz(game, reveal.index, reveal.buzz, outcome(reveal)))
        }
        let start = game.startOfQuestion
        let fastest = reveal.results.filter(\.isCorrect)
            .min { ($0.pressedAtHostUptimeNs ?? .max) < ($1.pressedAtHostUptimeNs ?? .max) }
            .flatMap { result -> RevealScene.Fastest? in
                guard let name = game.name(result.playerId), let pressed = result.pressedAtHostUptimeNs else {
                    return nil
                }
                let seconds = start.duration(to: MonotonicTime(nanoseconds: pressed)).milliseconds / 1000
                return .init(name: name, seconds: seconds)
            }
        let card = game.cards[reveal.index]
        return .reveal(
            RevealScene(
                question: question(game, reveal.index), correct: card.correct, counts: reveal.distribution,
                explanation: card.explanation, fastest: fastest))
    }

    private func leaderboard(_ game: HostGame, _ reveal: Reveal) -> Scene {
        .leaderboard(LeaderboardScene(index: reveal.index, count: game.cards.count, rows: rows(game)))
    }

    private func rows(_ game: HostGame) -> [StandingsRow] {
        game.standings.map { standing in
            StandingsRow(
                rank: standing.rank, name: standing.name, points: standing.points,
                delta: standing.points - (pointsBefore[standing.player] ?? 0))
        }
    }
}

extension QuestionKind {
    fileprivate var sceneKind: QuestionScene.Kind {
        switch self {
        case .truefalse: .trueFalse
        case .poll: .poll
        case .choice: .choice
        case .buzz: .buzz
        }
    }
}
