import Timing

extension HostGame {
    /// What a restart needs of a game, without its questions and the rulings on the open one: the engine stores those
    /// once each, and this with every change.
    package struct Snapshot: Hashable, Sendable, Codable {
        /// Version of this form; another one is refused.
        static let currentFormat = 1

        var format: Int
        package let gameId: GameID
        package let title: String
        package let joinCode: String
        package let createdAt: Timestamp
        package let questionCount: Int
        package let settings: HostSettings
        /// The boot that the times inside belong to.
        package let bootID: String
        package let seats: [Seat]
        let connected: Set<PlayerID>
        package internal(set) var stage: Stage
        let openedCount: Int
        let lastRound: RevealedRound?
        let lastVerdict: GivenVerdict?
    }

    /// The game as a restart needs it. Save it in the transaction of the actions that led to it.
    package var snapshot: Snapshot {
        Snapshot(
            format: Snapshot.currentFormat,
            gameId: id,
            title: title,
            joinCode: joinCode,
            createdAt: createdAt,
            questionCount: cards.count,
            settings: settings,
            bootID: bootID,
            seats: seats,
            connected: connected,
            stage: stage,
            openedCount: openedCount,
            lastRound: lastRound,
            lastVerdict: lastVerdict
        )
    }

    /// Takes a game up again after the host's process ended.
    ///
    /// In the same boot an open question goes on with its deadline. In another boot its times mean nothing: its answers
    /// are void and it is asked again, at `moment`; a verdict then stands. Either way the totals are the sums of the
    /// published results. Players who were connected count as connected until told otherwise, so that nobody is passed over
    /// while the boards find the host again.
    ///
    /// - Parameters:
    ///   - cards: the questions of the game, in its order.
    ///   - rulings: at least those recorded for the open question; others are ignored.
    ///   - bootID: of the running boot.
    ///   - moment: the present.
    /// - Returns: the game, and what must be done now.
    /// - Throws: `QuizError.invalidSnapshot` when the snapshot does not fit the questions.
    package static func resume(
        _ snapshot: Snapshot, cards: [QuestionCard], rulings: [RuledAnswer], bootID: String, at moment: MonotonicTime
    ) throws(QuizError) -> (game: HostGame, actions: [HostAction]) {
        try snapshot.check(against: cards)
        var game = try HostGame(
            id: snapshot.gameId,
            title: snapshot.title,
            joinCode: snapshot.joinCode,
            createdAt: snapshot.createdAt,
            cards: cards,
            settings: snapshot.settings,
            bootID: bootID
        )
        game.seats = snapshot.seats
        game.connected = snapshot.connected
        game.stage = snapshot.stage
        game.openedCount = snapshot.openedCount
        game.now = moment
        let actions: [HostAction]
        if snapshot.bootID == bootID {
            game.lastRound = snapshot.lastRound
            game.lastVerdict = snapshot.lastVerdict
            game.restore(rulings)
            actions = game.handle(.tick(at: moment)) + game.settleBuzz()
        } else {
            actions = game.askAgain()
        }
        return (game, actions)
    }

    private mutating func askAgain() -> [HostAction] {
        guard let round else { return [] }
        return [.voidAnswers(round.question)]
            + open(index: round.index, asking: round.nextAsking, before: round.before)
    }

    /// What the first press brings may be missing from the snapshot: rulings are stored before it.
    private mutating func settleBuzz() -> [HostAction] {
        guard case .asking = stage, isBuzz else { return [] }
        return settle()
    }

    private mutating func restore(_ rulings: [RuledAnswer]) {
        guard var round else { return }
        let own = rulings.filter { $0.result.questionId == round.question && $0.result.isLate != true }
        for ruling in own.sorted(by: { $0.result.hostReceivedSeq < $1.result.hostReceivedSeq })
        where !round.hasAnswer(of: ruling.result.playerId) {
            round.rulings.append(ruling)
        }
        put(round)
    }
}

extension HostGame.Snapshot {
    fileprivate func check(against cards: [QuestionCard]) throws(QuizError) {
        guard format == Self.currentFormat else {
            throw QuizError(
                .invalidSnapshot,
                "format \(format) is not \(Self.currentFormat); resume with the version that wrote it",
                context: gameId.text
            )
        }
        guard questionCount == cards.count else {
            throw QuizError(
                .invalidSnapshot,
                "the game has \(questionCount) questions, \(cards.count) were given; resume with the same pack",
                context: gameId.text
            )
        }
        let index: Int? =
            switch stage {
            case .asking(let round), .closing(let round, _), .answering(let round, _): round.index
            case .closed(let index): index
            case .lobby, .finished: nil
            }
        guard index.map(cards.indices.contains) ?? true, lastRound.map({ cards.indices.contains($0.index) }) ?? true,
            lastVerdict.map({ cards.indices.contains($0.round.index) }) ?? true,
            Set(seats.map(\.player)).count == seats.count
        else {
            throw QuizError(
                .invalidSnapshot, "the stored game contradicts itself; start a new game", context: gameId.text)
        }
    }
}
