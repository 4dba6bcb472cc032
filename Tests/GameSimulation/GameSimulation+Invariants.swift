import Quiz
import Timing

extension GameSimulation {
    /// What must hold of a ruling when it is made.
    func check(_ ruled: RuledAnswer, allowance: Duration?) {
        let result = ruled.result
        let who = "\(result.playerId) on \(result.questionId)"
        guard let allowance, let start = ledger.starts[result.questionId], let pressed = result.pressedAtHostUptimeNs,
            let board = boards.first(where: { $0.player == result.playerId }),
            let finger = ledger.fingers[.init(result.questionId, result.playerId)]
        else { return find("\(who): a ruling without a question, a press or an answer") }
        let isRepeated = ledger.ruled.contains { $0.result.documentKey == result.documentKey }
        if isRepeated { find("\(who): ruled twice") }
        ledger.ruled.append(ruled)
        let arrival = result.hostReceivedUptimeNs
        let truth = hostClock.reading(at: finger).nanoseconds
        if pressed < start { find("\(who): ruled \(start - pressed) ns before the start") }
        if pressed > arrival { find("\(who): ruled \(pressed - arrival) ns after the arrival") }
        let limit = scenario.isPaired ? QuizLimits.pairedAllowance : QuizLimits.unpairedAllowance
        if allowance > limit { find("\(who): allowed \(allowance)") }
        if pressed < arrival - allowance.nanoseconds { find("\(who): ruled before arrival - \(allowance)") }
        if truth - pressed > allowance.nanoseconds, !board.isHonest { find("\(who): gained \(truth - pressed) ns") }
        if let claim = ruled.claim {
            let isMoved = claim.pressedAt.nanoseconds != pressed
            if isMoved != (result.wasClamped == true) { find("\(who): clamped is \(result.wasClamped == true)") }
        } else if pressed != arrival {
            find("\(who): without a claim the arrival counts")
        }
        if board.isHonest, let error = ruled.error, abs(pressed - truth) > error.nanoseconds {
            find("\(who): \(pressed - truth) ns off, said to be \(error)")
        }
        checkPoints(ruled, who)
        if result.isLate != true, let close = ledger.closes[result.questionId], pressed > close {
            find("\(who): pressed \(pressed - close) ns after the close")
        }
    }

    private func checkPoints(_ ruled: RuledAnswer, _ who: String) {
        let result = ruled.result
        let card = host.cards[ruled.questionIndex]
        if result.isLate == true {
            if result.points != 0 || result.isCorrect { find("\(who): a late answer earned something") }
        } else if result.isCorrect {
            let range = (card.weight == 0 ? 0 : QuizLimits.leastPoints * card.weight)...1_000 * card.weight
            if !range.contains(result.points) { find("\(who): \(result.points) points with weight \(card.weight)") }
        } else if !(-scenario.scoring.penalty...0).contains(result.points) {
            find("\(who): \(result.points) points for a wrong answer")
        }
        if result.isCorrect, !card.isCorrect(ruled.choice) { find("\(who): \(ruled.choice) counts as right") }
    }

    /// Presses whose errors leave no doubt are in the order of the fingers.
    func checkOrder(_ reveal: Reveal) {
        let sure = reveal.rulings.compactMap { ruled -> (finger: MonotonicTime, pressed: Int64, error: Int64)? in
            guard let board = boards.first(where: { $0.player == ruled.result.playerId }), board.isHonest,
                let error = ruled.error, let pressed = ruled.result.pressedAtHostUptimeNs,
                let finger = ledger.fingers[.init(ruled.result.questionId, ruled.result.playerId)]
            else { return nil }
            return (finger, pressed, error.nanoseconds)
        }
        for first in sure {
            for second in sure where first.pressed + first.error < second.pressed - second.error {
                if first.finger > second.finger { find("question \(reveal.index): the order of two presses is wrong") }
            }
        }
        for result in reveal.results {
            if let close = ledger.closes[reveal.id], result.pressedAtHostUptimeNs ?? .max > close {
                find("question \(reveal.index): \(result.playerId) pressed after the close")
            }
        }
    }

    /// Whose turn it is: nobody who was surely earlier is passed over, nor one whose press is still on its way.
    func checkCall(_ buzz: Buzz) {
        guard let round = host.round, let first = buzz.places.first else { return find("a call without a press") }
        if host.lockedOut.contains(first.player) { find("\(first.player) is called again") }
        guard isHonest(first.player), let finger = ledger.fingers[.init(round.question, first.player)] else { return }
        // Without a clock of the host's nobody can say how long the news was under way.
        let timed = Set(round.rulings.filter { $0.claim != nil }.map(\.result.playerId))
        for place in buzz.places.dropFirst()
        where isHonest(place.player) && timed.contains(place.player) && timed.contains(first.player) {
            guard let other = ledger.fingers[.init(round.question, place.player)] else { continue }
            if !place.isEqual, other < finger { find("\(place.player) was before \(first.player)") }
        }
        guard let since = ledger.gathering, let start = ledger.starts[round.question],
            hostNow.nanoseconds < since + QuizLimits.lateWindow.nanoseconds
        else { return }
        let heard = Set(buzz.places.map(\.player))
        for board in boards where board.isHonest && host.connected.contains(board.player) {
            guard let other = ledger.fingers[.init(round.question, board.player)], other < finger,
                hostClock.reading(at: other).nanoseconds > start, !heard.contains(board.player),
                !ledger.rejected.contains(.init(round.question, board.player)),
                host.seats.contains(where: { $0.player == board.player })
            else { continue }
            find("\(board.player) was before \(first.player), and the host did not wait for it")
        }
    }

    private func isHonest(_ player: PlayerID) -> Bool {
        boards.contains { $0.player == player && $0.isHonest }
    }

    /// Only who was called gets points, and only with a verdict.
    func checkVerdict(_ reveal: Reveal, _ buzz: Buzz) {
        let weight = host.cards[reveal.index].weight
        let right = (weight == 0 ? 0 : QuizLimits.leastPoints * weight)...1_000 * weight
        for result in reveal.results {
            let isCalled = result.playerId == buzz.places.first?.player
            let range =
                !isCalled || buzz.isRight == nil
                ? 0...0 : result.isCorrect ? right : -scenario.scoring.penalty...0
            if !range.contains(result.points) { find("\(result.playerId): \(result.points) points at a buzz question") }
            if result.isCorrect != (isCalled && buzz.isRight == true) { find("\(result.playerId): wrongly right") }
        }
    }

    /// A verdict that is taken back leaves the call as it was before.
    func checkUndone(_ undone: UndoneVerdict) {
        guard let judged = (ledger.openings + ledger.reveals).last(where: { $0.id == undone.id }) else {
            return find("a verdict on \(undone.id) is taken back that was not given")
        }
        if judged.verdict?.player != undone.player { find("\(undone.player) was not judged") }
        if undone.rulings != ledger.ruled.filter({ $0.result.questionId == undone.id && $0.result.isLate != true }) {
            find("\(undone.id): the presses before the verdict were others")
        }
        if host.buzz?.places != judged.buzz?.places { find("\(undone.id): the places before the verdict were others") }
    }

    /// What must hold at the end.
    func checkTotals() {
        let results = (ledger.openings + ledger.reveals).flatMap(\.results)
        for seat in host.seats {
            let own = results.filter { $0.playerId == seat.player }
            let points = own.reduce(0) { $0 + $1.points }
            if points != seat.points { find("\(seat.player) has \(seat.points) points, its results \(points)") }
            if own.count(where: \.isCorrect) != seat.correct {
                find("\(seat.player): \(seat.correct) are not its right ones")
            }
            if seat.points < 0, !scenario.scoring.allowsNegativeTotals {
                find("\(seat.player) has \(seat.points) points")
            }
        }
        let keys = results.map(\.documentKey)
        if Set(keys).count != keys.count { find("a player has two results for one question") }
        let order = ledger.reveals.map(\.index)
        if order != Array(order.indices) { find("questions were revealed as \(order)") }
        if host.stage == .finished, order.count != host.cards.count {
            find("only \(order.count) questions were revealed")
        }
    }
}

extension AnswerResult {
    fileprivate var documentKey: Ledger.Key { .init(questionId, playerId) }
}
