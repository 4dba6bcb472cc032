import Testing
import Timing

@testable import Quiz

/// 2,000 random games; a failing one is found again by its seed.
@Suite struct HostPropertyTests {
    static let batches = 0..<40
    private static func seeds(of batch: Int) -> Range<UInt64> { UInt64(batch * 50)..<UInt64(batch * 50 + 50) }

    @Test(arguments: batches) func everyGameKeepsTheRules(batch: Int) throws {
        var counted = 0
        var undoneCount = 0
        for seed in Self.seeds(of: batch) {
            var random = RandomGame(seed: seed)
            try random.play(resuming: false)
            let standing = random.actions.standing
            let openings = standing.passedOn + standing.reveals
            undoneCount += random.actions.undone.count
            let results = openings.flatMap(\.results) + random.actions.lateRulings.map(\.result)
            counted += results.count
            for seat in random.game.seats {
                let own = results.filter { $0.playerId == seat.player }
                #expect(own.reduce(0) { $0 + $1.points } == seat.points, "seed \(seed)")
                #expect(own.count { $0.isCorrect } == seat.correct, "seed \(seed)")
                #expect(random.game.settings.scoring.allowsNegativeTotals || seat.points >= 0, "seed \(seed)")
            }
            let scored = results.map { DocumentID.answerResult($0.gameId, $0.questionId, $0.playerId) }
            #expect(Set(scored).count == scored.count, "nobody is scored twice, seed \(seed)")
            let opened = random.actions.opened.map(\.id)
            #expect(Set(opened).count == opened.count, "an id is given once, seed \(seed)")
            let revealed = standing.reveals.map(\.index)
            #expect(revealed == Array(revealed.indices), "each question is revealed once, in order, seed \(seed)")
            #expect(random.actions.finals == [random.game.standings], "seed \(seed)")
            for buzz in openings.compactMap(\.buzz) { checkOrder(buzz, seed: seed) }
            checkPoints(of: results, in: random, seed: seed)
            checkPhases(random.phases, seed: seed)
        }
        #expect(counted > 50, "the random games must be games")
        #expect(undoneCount > 0, "verdicts must be taken back in them")
    }

    private func checkOrder(_ buzz: Buzz, seed: UInt64) {
        let players = buzz.places.map(\.player)
        #expect(Set(players).count == players.count && Set(players).isDisjoint(with: buzz.lockedOut), "seed \(seed)")
        for place in buzz.places.dropFirst() where !place.isEqual && !place.isLate {
            #expect(place.gap > .zero, "nobody who was surely earlier stands behind, seed \(seed)")
        }
    }

    private func checkPoints(of results: [AnswerResult], in random: RandomGame, seed: UInt64) {
        let opened = random.actions.opened
        for result in results {
            guard let question = opened.last(where: { $0.id == result.questionId }) else {
                Issue.record("a result without a question, seed \(seed)")
                continue
            }
            let card = random.game.cards[question.index]
            let penalty = random.game.settings.scoring.penalty
            #expect((-penalty...1000 * card.weight).contains(result.points), "seed \(seed)")
            #expect(result.isCorrect || result.points <= 0, "seed \(seed)")
            #expect(!result.isCorrect || result.points >= 100 * card.weight, "seed \(seed)")
            let pressedAt = result.pressedAtHostUptimeNs ?? .min
            #expect(pressedAt >= question.state.questionStartHostUptimeNs, "seed \(seed)")
            #expect(pressedAt <= result.hostReceivedUptimeNs, "seed \(seed)")
            if result.isLate != true {
                let close = random.actions.closes.last { $0.currentQuestionId == result.questionId }
                // A game that was ended while a buzz question was gathering says it with its results.
                let end = random.actions.reveals.last { $0.id == result.questionId }?.state
                #expect(pressedAt <= (close ?? end)?.closeAtHostUptimeNs ?? .min, "seed \(seed)")
            }
        }
    }

    private func checkPhases(_ phases: [Phase], seed: UInt64) {
        let allowed: [Phase: Set<Phase>] = [
            .lobby: [.lobby, .asking, .finished],
            .asking: [.asking, .closed, .finished],
            // A reboot between close and reveal asks again.
            .closed: [.closed, .asking, .finished],
            .finished: [.finished],
        ]
        for (phase, next) in zip(phases, phases.dropFirst()) {
            #expect(allowed[phase]?.contains(next) == true, "\(phase) to \(next), seed \(seed)")
        }
        #expect(phases.last == .finished, "seed \(seed)")
    }

    @Test(arguments: batches) func aGameTakenUpAfterEveryEventEndsTheSame(batch: Int) throws {
        for seed in Self.seeds(of: batch) {
            var straight = RandomGame(seed: seed)
            try straight.play(resuming: false)
            var resumed = RandomGame(seed: seed)
            try resumed.play(resuming: true)
            #expect(resumed.fault == nil, "seed \(seed)")
            #expect(resumed.actions == straight.actions, "seed \(seed)")
            #expect(resumed.game == straight.game, "seed \(seed)")
        }
    }
}
