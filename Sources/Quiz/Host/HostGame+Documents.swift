import Timing

/// The documents as they stand now; the engine saves the first ones from here, later ones come with the actions.
extension HostGame {
    package var gameDocument: GameDocument {
        GameDocument(
            title: title, joinCode: joinCode, phase: phase, questionCount: cards.count, createdAt: createdAt)
    }

    package var questionState: QuestionState {
        var state = QuestionState(gameId: id, phase: phase, questionStartSeq: max(0, openedCount - 1))
        switch stage {
        case .lobby: break
        case .asking(let round): state.show(round, closeAt: round.deadline)
        case .closing(let round, let closing) where closing.gatheringSince != nil:
            state.show(round, closeAt: round.deadline)
        case .closing(let round, let closing): state.show(round, closeAt: closing.closeAt)
        case .answering(let round, let answering):
            state.show(round, closeAt: answering.closeAt)
            state.answeringPlayerId = answering.player
        case .closed, .finished:
            if let lastRound { state.show(lastRound) }
        }
        return state
    }

    /// The players in the order of their rank, by the published results.
    package var standings: [Standing] { Ranking.standings(seats) }

    package var leaderboard: Leaderboard { Leaderboard(gameId: id, standings: standings) }

    /// All scores in the order of rank.
    package var scores: [PlayerScore] { standings.map { PlayerScore(gameId: id, standing: $0) } }

    func changedScores(since before: [PlayerScore]) -> [PlayerScore] {
        let known = Set(before)
        return scores.filter { !known.contains($0) }
    }
}

extension QuestionState {
    fileprivate mutating func show(_ round: HostGame.Round, closeAt: MonotonicTime) {
        currentQuestionId = round.question
        currentQuestionIndex = round.index
        questionStartHostUptimeNs = round.startedAt.nanoseconds
        closeAtHostUptimeNs = closeAt.nanoseconds
        lockedOutPlayerIds = round.before?.lockedOut
    }

    fileprivate mutating func show(_ round: HostGame.RevealedRound) {
        currentQuestionId = round.question
        currentQuestionIndex = round.index
        questionStartHostUptimeNs = round.startedAt.nanoseconds
        closeAtHostUptimeNs = round.closeAt.nanoseconds
        isRevealed = true
    }
}
