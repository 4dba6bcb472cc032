import Timing

/// Taking a verdict back.
extension HostGame {
    /// The last verdict, and how everything was before it.
    struct GivenVerdict: Hashable, Sendable, Codable {
        /// What was judged; without its rulings, which a stored round does not hold.
        let round: Round
        let rulings: [RuledAnswer]
        let answering: Answering
        /// What it gave the one who answered.
        let points: Int
        let isRight: Bool
        /// The asking of the question that it opened for the others; nil when the question is over.
        let reopening: Int?
        /// The question that was revealed before.
        let lastRound: RevealedRound?

        init(
            _ round: Round, _ answering: Answering, _ settled: Round, reopening: Int?, lastRound: RevealedRound?
        ) {
            var frame = round
            frame.rulings = []
            self.round = frame
            rulings = round.rulings
            self.answering = answering
            let result = settled.rulings.first { $0.result.playerId == answering.player }?.result
            points = result?.points ?? 0
            isRight = result?.isCorrect ?? false
            self.reopening = reopening
            self.lastRound = lastRound
        }
    }

    /// Whether the last verdict can be taken back: it is the last thing that was seen of its question. The results are on the
    /// screen, or it is open for the others and nobody has been called. That somebody has pressed changes nothing, for nobody
    /// is to learn of it.
    package var canUndoVerdict: Bool {
        guard let lastVerdict else { return false }
        switch stage {
        case .closed: return lastRound?.question == lastVerdict.round.question
        case .asking(let round): return isReopening(round, of: lastVerdict)
        case .closing(let round, let closing):
            return closing.gatheringSince != nil && isReopening(round, of: lastVerdict)
        case .lobby, .answering, .finished: return false
        }
    }

    private func isReopening(_ round: Round, of verdict: GivenVerdict) -> Bool {
        round.index == verdict.round.index && round.asking == verdict.reopening
    }

    /// Lets the one who was judged answer again, with the same presses and places. Answers to the question that the verdict
    /// opened count for nothing: it is asked no more.
    mutating func undoVerdict() -> [HostAction] {
        guard canUndoVerdict, let verdict = lastVerdict else { return [] }
        let before = scores
        let player = verdict.answering.player
        if let seat = seats.firstIndex(where: { $0.player == player }) {
            seats[seat].points -= verdict.points
            seats[seat].correct -= verdict.isRight ? 1 : 0
        }
        var round = verdict.round
        round.rulings = verdict.rulings
        round.undone = undone(verdict)
        stage = .answering(round, verdict.answering)
        lastRound = verdict.lastRound
        lastVerdict = nil
        let undone = UndoneVerdict(
            index: round.index, id: round.question, player: player, rulings: round.rulings, state: questionState,
            scores: changedScores(since: before), leaderboard: leaderboard)
        return [.undoVerdict(undone), .publishGame(gameDocument)]
    }

    private func undone(_ verdict: GivenVerdict) -> Undone {
        let known = verdict.round.undone
        // Who answers again is not to have thought for nothing, nor are the others.
        let open = round.map { $0.startedAt.duration(to: min(now, $0.deadline)).nanoseconds } ?? 0
        let late = (lastRound?.answered ?? []).subtracting(verdict.rulings.map(\.result.playerId))
            .subtracting(verdict.round.before?.lockedOut ?? [])
        return Undone(
            asking: verdict.reopening ?? known?.asking, openNs: (known?.openNs ?? 0) + open,
            late: late.union(known?.late ?? []))
    }
}
