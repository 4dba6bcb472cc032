import Documents
import Quiz
import Timing

extension HostEngine {
    /// Writes everything that `actions` say, with the game's snapshot, in one transaction.
    ///
    /// It waits for the disk, unless there are only rulings. Those are nobody's business before the reveal, which takes
    /// them to the disk with it; if power fails before, the question is asked again and they are void. They are also
    /// stored one by one and no part of the snapshot, which then stays as it is.
    func save(_ actions: [HostAction]) throws {
        let areRulings = !actions.isEmpty && actions.allSatisfy(\.isRuling)
        try database.transaction(areRulings ? .normal : .full) {
            for action in actions { try save(action) }
            guard !areRulings else { return }
            try database.collection(HostCollections.games).save(game.id.text, game.snapshot)
        }
    }

    private func save(_ action: HostAction) throws {
        let id = game.id
        switch action {
        case .publishGame(let document): try put(.game(id), document)
        case .publishState(let state), .close(let state), .call(let state, _): try put(state)
        case .publishStandings(let scores, let leaderboard): try save(scores, leaderboard)
        case .openQuestion(let opened):
            try documents.save(opened.id.text, opened.question)
            try put(opened.state)
        case .recordRuling(let ruled):
            try keep(ruled)
        case .recordLate(let ruled):
            try keep(ruled)
            try put(ruled.result.documentID, ruled.result)
        case .passOn(let reveal):
            try save(results: reveal)
        case .undoVerdict(let undone): try undo(undone)
        case .reveal(let reveal):
            try save(results: reveal)
            try documents.save(reveal.id.text, reveal.question)
            try put(reveal.state)
        case .gather, .voidAnswers, .seated, .buttonSeen, .seatRefused, .rejected, .finished: break
        }
    }

    private func save(results reveal: Reveal) throws {
        // What was said aloud is known only now.
        if reveal.buzz != nil { for ruled in reveal.rulings { try keep(ruled) } }
        for result in reveal.results { try put(result.documentID, result) }
        try save(reveal.scores, reveal.leaderboard)
    }

    /// The Question stays as it was revealed: what was seen is not taken back.
    private func undo(_ undone: UndoneVerdict) throws {
        for ruled in undone.rulings {
            try keep(ruled)
            _ = try documents.delete(ruled.result.documentID.text)
        }
        try save(undone.scores, undone.leaderboard)
        try put(undone.state)
    }

    private func put(_ id: DocumentID, _ value: some Encodable) throws {
        try documents.save(id.text, value)
    }

    private func put(_ state: QuestionState) throws {
        try put(.questionState(game.id), state)
        guard let question = state.currentQuestionId else { return }
        try database.collection(HostCollections.askings).save(question.text, state)
    }

    private func keep(_ ruled: RuledAnswer) throws {
        try database.collection(HostCollections.rulings).save(ruled.result.documentID.text, ruled)
    }

    private func save(_ scores: [PlayerScore], _ leaderboard: Leaderboard) throws {
        for score in scores { try put(.score(game.id, score.playerId), score) }
        try put(.leaderboard(game.id), leaderboard)
    }

    /// What a saved action is to those who watch.
    func update(_ action: HostAction, committedAt: MonotonicTime) -> HostUpdate? {
        switch action {
        case .seated(let player, let name, let isNew):
            isNew ? .joined(player, name: name) : .renamed(player, name: name)
        case .buttonSeen(let player, let button): .buttonSeen(player, button)
        case .seatRefused(let player, let reason): .refused(player, reason)
        case .openQuestion(let opened): .opened(opened)
        case .recordRuling(let ruled): .ruled(ruled, committedAt: committedAt)
        case .close(let state): .closing(state)
        case .gather: .gathering
        case .call(_, let buzz): .called(buzz)
        case .passOn(let reveal): .passedOn(reveal)
        case .undoVerdict(let undone): .undone(undone)
        case .reveal(let reveal): .revealed(reveal)
        case .recordLate(let ruled): .late(ruled)
        case .rejected(let arrival, let reason): .rejected(arrival, reason)
        case .voidAnswers(let question): .askedAgain(question)
        case .finished(let standings): .finished(standings)
        case .publishGame, .publishState, .publishStandings: nil
        }
    }

    /// The players whose documents are in the database, in the order of their coming. Those who are seated with this name and
    /// these buttons are not changed by it.
    func storedPlayers() throws -> [HostEvent] {
        let moment = clock.now
        return try documents.documents(prefix: "player::\(game.id)::").sorted { $0.sequence < $1.sequence }
            .compactMap { document in
                guard case .player(_, let player)? = DocumentID(parsing: document.id),
                    let stored = try? document.decode(Player.self)
                else { return nil }
                return .seat(player, name: stored.displayName, buttons: stored.checkedButtons, at: moment)
            }
    }

    /// Answers to the open question that are in the database without a ruling, in the order of their arrival.
    func unruledAnswers() throws -> [HostEvent] {
        guard let question = game.questionState.currentQuestionId else { return [] }
        let arrivals = try database.collection(HostCollections.arrivals)
        let rulings = try database.collection(HostCollections.rulings)
        let prefix = "answer::\(game.id)::\(question)::"
        var found: [AnswerArrival] = []
        for document in try documents.documents(prefix: prefix) {
            guard let answer = try? document.decode(Answer.self), answer.questionId == question,
                let recorded = try arrivals.value(document.id, as: RecordedArrival.self),
                recorded.bootId == game.bootID,
                try rulings.record(DocumentID.answerResult(game.id, question, answer.playerId).text) == nil
            else { continue }
            let moment = MonotonicTime(nanoseconds: recorded.receivedAtNs)
            let allowance = Duration.nanoseconds(recorded.allowanceNs ?? 0)
            found.append(
                AnswerArrival(answer, arrivedAt: moment, sequence: Int(document.sequence), allowance: allowance))
        }
        return found.sorted { $0.arrivedAt < $1.arrivedAt }.map { .answer($0) }
    }
}

extension HostAction {
    /// Whether it concerns only what is settled at the reveal.
    var isRuling: Bool {
        switch self {
        case .recordRuling, .rejected: true
        default: false
        }
    }
}

extension AnswerResult {
    var documentID: DocumentID { .answerResult(gameId, questionId, playerId) }
}
