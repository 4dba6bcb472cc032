import Timing

/// Ruling on answers.
extension HostGame {
    mutating func judge(_ arrival: AnswerArrival) -> [HostAction] {
        guard let seat = seats.first(where: { $0.player == arrival.player }) else {
            return [.rejected(arrival, .notSeated)]
        }
        if var round, round.question == arrival.question {
            switch rule(on: arrival, of: seat, in: round) {
            case .failure(let rejection): return [.rejected(arrival, rejection.reason)]
            case .success(let ruling):
                round.rulings.append(ruling)
                put(round)
                return [.recordRuling(ruling)] + settle()
            }
        }
        return [recordLate(arrival)]
    }

    private struct Refusal: Error {
        let reason: AnswerRejection
    }

    private func rule(
        on arrival: AnswerArrival, of seat: Seat, in round: Round
    ) -> Result<RuledAnswer, Refusal> {
        let card = cards[round.index]
        guard arrival.arrivedAt >= round.startedAt else { return .failure(Refusal(reason: .beforeStart)) }
        guard card.answers.contains(arrival.choice) else {
            return .failure(Refusal(reason: .choiceOutOfRange))
        }
        guard !round.hasAnswer(of: arrival.player) else { return .failure(Refusal(reason: .repeated)) }
        guard !isOut(seat) else { return .failure(Refusal(reason: .lockedOut)) }
        let ruling = Ruling(
            claim: arrival.claim, arrival: arrival.arrivedAt, start: round.startedAt, allowance: arrival.allowance)
        let closeAt =
            switch stage {
            case .closing(_, let closing): closing.closeAt
            case .answering(_, let answering): answering.closeAt
            default: round.deadline
            }
        guard ruling.pressedAt <= closeAt else { return .failure(Refusal(reason: .afterClose)) }
        let isCorrect = card.isCorrect(arrival.choice)
        let points =
            if isCorrect {
                settings.scoring.pointsForCorrect(
                    elapsed: round.startedAt.duration(to: ruling.pressedAt),
                    limit: .seconds(card.limitSeconds),
                    weight: card.weight
                )
            } else if card.kind == .buzz {
                // What was answered aloud is not known yet.
                0
            } else if card.kind.isJudged {
                settings.scoring.pointsForWrong(total: seat.points, weight: card.weight)
            } else {
                0
            }
        return .success(
            ruled(arrival, index: round.index, ruling: ruling, isCorrect: isCorrect, points: points, isLate: false))
    }

    /// An answer that belongs to no open question: kept as late if it answers the last one and was pressed in time.
    ///
    /// Here the board's own word is enough, however long the answer was under way: it earns nothing by it.
    private mutating func recordLate(_ arrival: AnswerArrival) -> HostAction {
        guard var last = lastRound, last.question == arrival.question else {
            return .rejected(arrival, round == nil ? .notOpen : .otherQuestion)
        }
        guard arrival.arrivedAt >= last.startedAt else { return .rejected(arrival, .beforeStart) }
        guard cards[last.index].answers.contains(arrival.choice) else {
            return .rejected(arrival, .choiceOutOfRange)
        }
        guard !last.answered.contains(arrival.player) else { return .rejected(arrival, .repeated) }
        let ruling = Ruling(
            claim: arrival.claim, arrival: arrival.arrivedAt, start: last.startedAt, allowance: arrival.allowance)
        guard min(ruling.pressedAt, arrival.claim?.pressedAt ?? ruling.pressedAt) <= last.closeAt else {
            return .rejected(arrival, .afterClose)
        }
        last.answered.insert(arrival.player)
        lastRound = last
        return .recordLate(
            ruled(arrival, index: last.index, ruling: ruling, isCorrect: false, points: 0, isLate: true))
    }

    private func ruled(
        _ arrival: AnswerArrival, index: Int, ruling: Ruling, isCorrect: Bool, points: Int, isLate: Bool
    ) -> RuledAnswer {
        let result = AnswerResult(
            gameId: id,
            questionId: arrival.question,
            playerId: arrival.player,
            isCorrect: isCorrect,
            points: points,
            hostReceivedSeq: arrival.sequence,
            hostReceivedUptimeNs: arrival.arrivedAt.nanoseconds,
            pressedAtHostUptimeNs: ruling.pressedAt.nanoseconds,
            clockErrorNs: ruling.error?.nanoseconds,
            wasClamped: ruling.wasClamped ? true : nil,
            isLate: isLate ? true : nil
        )
        return RuledAnswer(
            result: result, questionIndex: index, choice: arrival.choice, claim: arrival.claim,
            supposedErrorNs: supposedError(of: arrival, index)?.nanoseconds,
            isAfterGathering: hasGathered(arrival.player) ? true : nil)
    }

    /// A board that keeps the host from measuring its clock is believed no more than one without a clock.
    private func supposedError(of arrival: AnswerArrival, _ index: Int) -> Duration? {
        if arrival.claim == nil { return arrival.allowance }
        return cards[index].kind == .buzz ? arrival.linkError ?? arrival.allowance : nil
    }
}
