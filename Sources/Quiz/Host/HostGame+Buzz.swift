import Timing

/// Questions that the first to press answers aloud.
extension HostGame {
    /// Who pressed when so far, while somebody answers aloud.
    package var buzz: Buzz? {
        guard case .answering(let round, let answering) = stage else { return nil }
        return buzz(round, heard: answering.heard)
    }

    /// The first press is here: hears whether another one was earlier. Nothing is published of it.
    mutating func gather(_ round: Round) -> [HostAction] {
        let closeAt = min(round.deadline, now.advanced(by: QuizLimits.buzzWindow))
        stage = .closing(
            round, Closing(closeAt: closeAt, revealBy: now.advanced(by: settings.lateWindow), gatheringSince: now))
        return [.gather(round.question)] + settle()
    }

    mutating func gathered(_ player: PlayerID, asked: MonotonicTime) -> [HostAction] {
        guard case .closing(let round, var closing) = stage, let since = closing.gatheringSince, asked >= since else {
            return []
        }
        closing.acknowledged.insert(player)
        stage = .closing(round, closing)
        return settle()
    }

    /// Lets the first answer. All who pressed before are known now, but for boards that are away.
    mutating func call() -> [HostAction] {
        guard case .closing(let round, let closing) = stage else { return [] }
        let buzz = buzz(round, heard: nil)
        guard let first = buzz.places.first else { return [] }
        stage = .answering(
            round,
            Answering(player: first.player, closeAt: closing.closeAt, heard: round.rulings.count, seats: seats.count))
        return [.call(questionState, buzz), .publishGame(gameDocument)]
    }

    /// The owner's word on what was said. After a wrong answer the question is open again for those who have not answered it.
    mutating func judge(_ isRight: Bool) -> [HostAction] {
        guard case .answering(let round, let answering) = stage else { return [] }
        let (settled, buzz) = settled(round, answering, isRight: isRight)
        let lockedOut = (round.before?.lockedOut ?? []) + [answering.player]
        let seatCount = round.before?.seats ?? answering.seats ?? seats.count
        let mayTry = seats.prefix(seatCount).map(\.player)
            .filter { connected.contains($0) && !lockedOut.contains($0) }
        let isOver = isRight || mayTry.isEmpty
        lastVerdict = GivenVerdict(
            round, answering, settled, reopening: isOver ? nil : round.nextAsking, lastRound: lastRound)
        let reveal = end(settled, closeAt: answering.closeAt, buzz: buzz)
        guard !isOver else { return [.reveal(reveal)] }
        let before = Openings(
            thoughtNs: thought(round, buzz).nanoseconds + (round.undone?.openNs ?? 0), seats: seatCount,
            lockedOut: lockedOut)
        return [.passOn(reveal)] + open(index: round.index, asking: round.nextAsking, before: before)
    }

    /// Whether a player may not answer the question any more, or came for another try.
    func isOut(_ seat: Seat) -> Bool {
        guard let before = round?.before else { return false }
        let number = seats.firstIndex { $0.player == seat.player } ?? 0
        return before.lockedOut.contains(seat.player) || number >= before.seats
    }

    /// Ends the question without a verdict.
    mutating func giveUp() -> [HostAction] {
        guard case .answering(let round, let answering) = stage else { return [] }
        let (settled, buzz) = settled(round, answering, isRight: nil)
        return [.reveal(end(settled, closeAt: answering.closeAt, buzz: buzz))]
    }

    /// The round with places, gaps, and the points of who was called.
    private func settled(_ round: Round, _ answering: Answering, isRight: Bool?) -> (Round, Buzz) {
        var round = round
        var buzz = buzz(round, heard: answering.heard)
        buzz.isRight = isRight
        let card = cards[round.index]
        for index in round.rulings.indices {
            let player = round.rulings[index].result.playerId
            guard let place = buzz.places.firstIndex(where: { $0.player == player }) else { continue }
            round.rulings[index].result.buzzPlace = place + 1
            round.rulings[index].result.buzzGapNs = buzz.places[place].gap.nanoseconds
            if buzz.places[place].isLate { round.rulings[index].result.isLate = true }
            guard player == answering.player, let isRight else { continue }
            round.rulings[index].result.isCorrect = isRight
            round.rulings[index].result.points =
                isRight
                ? settings.scoring.pointsForCorrect(
                    elapsed: thought(round, buzz), limit: .seconds(card.limitSeconds), weight: card.weight)
                : settings.scoring.pointsForWrong(
                    total: seats.first { $0.player == player }?.points ?? 0, weight: card.weight)
        }
        return (round, buzz)
    }

    /// How long the question was open until the press that was called: the clock stands still while somebody answers.
    private func thought(_ round: Round, _ buzz: Buzz) -> Duration {
        let before = Duration.nanoseconds(round.before?.thoughtNs ?? 0)
        return before + (buzz.places.first.map { round.startedAt.duration(to: $0.pressedAt) } ?? .zero)
    }

    private func buzz(_ round: Round, heard: Int?) -> Buzz {
        // Drawn anew for each opening, and the same again after a restart.
        let opening = UInt64(clamping: round.index) << 32 | UInt64(clamping: round.asking)
        var generator = SeededGenerator(seed: (settings.seed ?? 0) ^ (opening &* 0x9E37_79B9_7F4A_7C15))
        return Buzz(
            round.rulings, seats: seats.map(\.player), heard: heard, lockedOut: round.before?.lockedOut ?? [],
            using: &generator)
    }
}
