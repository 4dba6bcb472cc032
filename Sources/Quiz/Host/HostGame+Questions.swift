import Timing

/// Opening, closing and revealing.
extension HostGame {
    mutating func open(index: Int, asking: Int, before: Openings? = nil) -> [HostAction] {
        let card = cards[index]
        var limit = Duration.seconds(card.limitSeconds)
        if let before { limit = max(limit - .nanoseconds(before.thoughtNs), min(limit, QuizLimits.leastReopening)) }
        let round = Round(
            index: index,
            asking: asking,
            question: QuestionID(game: id, index: index, asking: asking),
            startedAt: now,
            deadline: now.advanced(by: limit),
            before: before
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
        guard case .closing(let round, var closing) = stage, round.question == question,
            closing.gatheringSince == nil
        else { return [] }
        closing.acknowledged.insert(player)
        stage = .closing(round, closing)
        return settle()
    }

    /// Goes on when nobody is waited for: closes when all have answered, or one where the first press decides, and concludes
    /// when all have acknowledged.
    mutating func settle() -> [HostAction] {
        switch stage {
        case .asking(let round) where isBuzz:
            guard !round.rulings.isEmpty else { return [] }
            return gather(round)
        case .asking(let round):
            let present = seatedAndConnected
            let isComplete = !present.isEmpty && present.allSatisfy(round.hasAnswer)
            return settings.closesEarly && isComplete ? close(at: now) : []
        case .closing: return awaited.isEmpty ? conclude() : []
        case .lobby, .answering, .closed, .finished: return []
        }
    }

    /// Every answer that counts is here: at a buzz question the first may answer aloud now, any other is over.
    mutating func conclude() -> [HostAction] {
        guard case .closing(let round, _) = stage else { return [] }
        return isBuzz && !round.rulings.isEmpty ? call() : reveal()
    }

    mutating func reveal() -> [HostAction] {
        guard case .closing(let round, let closing) = stage else { return [] }
        return [.reveal(end(round, closeAt: closing.closeAt))]
    }

    /// Ends a round, or an opening of a buzz question: its points are in the totals from here on.
    mutating func end(_ round: Round, closeAt: MonotonicTime, buzz: Buzz? = nil) -> Reveal {
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
            closeAt: closeAt,
            answered: Set(round.rulings.map(\.result.playerId)).union(round.before?.lockedOut ?? [])
                .union(round.undone?.late ?? [])
        )
        return Reveal(
            index: round.index,
            id: round.question,
            question: card.document(for: id, index: round.index, revealed: true),
            state: questionState,
            results: round.rulings.map(\.result),
            distribution: card.choices.indices.map { choice in round.rulings.count { $0.choice == choice } },
            scores: changedScores(since: before),
            leaderboard: leaderboard,
            rulings: round.rulings,
            buzz: buzz
        )
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
        case .answering: actions = giveUp()
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
