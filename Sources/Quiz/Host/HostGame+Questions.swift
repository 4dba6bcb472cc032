import Timing

/// Opening, closing and revealing.
extension HostGame {
    mutating func open(index: Int, asking: Int) -> [HostAction] {
        let card = cards[index]
        let round = Round(
            index: index,
            asking: asking,
            question: QuestionID(game: id, index: index, asking: asking),
            startedAt: now,
            deadline: now.advanced(by: .seconds(card.limitSeconds))
        )
        stage = .asking(round)
        openedCount += 1
        let opened = OpenedQuestion(
            index: index,
            id: round.question,
            question: card.document(for: id, index: index, revealed: false),
            state: questionState,
            key: card.key(for: id, index: index)
        )
        return [.openQuestion(opened), .publishGame(gameDocument)]
    }

    /// Closes the open question; presses up to `moment` count.
    mutating func close(at moment: MonotonicTime) -> [HostAction] {
        guard case .asking(let round) = stage else { return [] }
        // The wait starts now, not at the moment of the close: a host that was held up has not told anyone before.
        let closing = Closing(closeAt: moment, revealBy: now.advanced(by: settings.lateWindow))
        stage = .closing(round, closing)
        return [.close(questionState), .publishGame(gameDocument)] + settle()
    }

    mutating func acknowledge(_ player: PlayerID, _ question: QuestionID) -> [HostAction] {
        guard case .closing(let round, var closing) = stage, round.question == question else { return [] }
        closing.acknowledged.insert(player)
        stage = .closing(round, closing)
        return settle()
    }

    /// Goes on when nobody is waited for: closes when all have answered, reveals when all have acknowledged.
    mutating func settle() -> [HostAction] {
        switch stage {
        case .asking(let round):
            let present = seatedAndConnected
            let isComplete = !present.isEmpty && present.allSatisfy(round.hasAnswer)
            return settings.closesEarly && isComplete ? close(at: now) : []
        case .closing: return awaited.isEmpty ? reveal() : []
        case .lobby, .closed, .finished: return []
        }
    }

    mutating func reveal() -> [HostAction] {
        guard case .closing(let round, let closing) = stage else { return [] }
        let card = cards[round.index]
        let before = scores
        for ruling in round.rulings {
            guard let seat = seats.firstIndex(where: { $0.player == ruling.result.playerId }) else { continue }
            seats[seat].points += ruling.result.points
            seats[seat].correct += ruling.result.isCorrect ? 1 : 0
        }
        stage = .closed(index: round.index)
        lastRound = RevealedRound(
            index: round.index,
            question: round.question,
            startedAt: round.startedAt,
            closeAt: closing.closeAt,
            answered: Set(round.rulings.map(\.result.playerId))
        )
        let revealed = Reveal(
            index: round.index,
            id: round.question,
            question: card.document(for: id, index: round.index, revealed: true),
            state: questionState,
            results: round.rulings.map(\.result),
            distribution: card.choices.indices.map { choice in round.rulings.count { $0.choice == choice } },
            scores: changedScores(since: before),
            leaderboard: leaderboard,
            rulings: round.rulings
        )
        return [.reveal(revealed)]
    }

    mutating func goOn() -> [HostAction] {
        guard case .closed(let index) = stage else { return [] }
        return index + 1 < cards.count ? open(index: index + 1, asking: 1) : finish()
    }

    mutating func finish() -> [HostAction] {
        var actions: [HostAction] = []
        switch stage {
        case .finished: return []
        case .asking: actions = close(at: now) + reveal()
        case .closing: actions = reveal()
        case .lobby, .closed: break
        }
        stage = .finished
        actions += [
            .publishState(questionState), .publishGame(gameDocument), .publishStandings(scores: [], leaderboard),
            .finished(standings),
        ]
        return actions
    }
}
