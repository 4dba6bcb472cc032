import Timing

/// A game as one board sees it: it turns presses into answers and documents into lamps.
///
/// A value without clock or I/O. A board does not judge: whether a press was in time, and what it is worth, is the
/// host's to say. It only keeps back what cannot count. Presses are taken while the connection is down too: the answer
/// is sent when it comes back.
package struct PlayerGame: Hashable, Sendable {
    package let player: PlayerID
    /// The game the board plays; the latest one seen.
    package private(set) var game: GameID?
    /// The lamps as they should be now.
    package private(set) var lamps = BoardLamps.searching
    private var isConnected = false
    private var wasConnected = false
    private var phase: Phase?
    /// Which buttons were pressed in the lobby of the game.
    private var buttonsSeen: Set<Int> = []
    // Replication may deliver any of these before the Game document that says which game to follow.
    private var states: [GameID: QuestionState] = [:]
    private var leaderboards: [GameID: Leaderboard] = [:]
    private var questions: [QuestionID: Question] = [:]
    private var answers: [QuestionID: Answer] = [:]
    private var results: [QuestionID: AnswerResult] = [:]

    package init(player: PlayerID) {
        self.player = player
    }

    /// The last leaderboard of the game.
    package var leaderboard: Leaderboard? { game.flatMap { leaderboards[$0] } }

    /// This player's rank, by the last leaderboard.
    package var rank: Int? {
        leaderboard?.entries.first { $0.playerId == player }?.rank
    }

    /// Whether this player's result of the question is known.
    package func hasResult(of question: QuestionID) -> Bool { results[question] != nil }

    /// Takes one event in.
    package mutating func handle(_ event: PlayerEvent) -> [PlayerAction] {
        var actions: [PlayerAction] = []
        switch event {
        case .connectionUp:
            isConnected = true
            wasConnected = true
        case .connectionDown: isConnected = false
        case .gameSeen(let id, let document):
            if id != game {
                leaveGame(for: id)
                actions.append(.join(id))
            }
            phase = document.phase
        case .questionState(let new): states[new.gameId] = new
        case .question(let id, let question): questions[id] = question
        case .ownAnswer(let answer): if answer.playerId == player { answers[answer.questionId] = answer }
        case .press(let button, let edge, let claim):
            if let answer = answer(button, edge: edge, claim: claim) {
                answers[answer.questionId] = answer
                actions.append(.saveAnswer(answer))
            } else if let check = check(button) {
                actions.append(check)
            }
        case .ownPlayer(let id, let buttons): if id == game { buttonsSeen.formUnion(buttons) }
        case .result(let result): if result.playerId == player { results[result.questionId] = result }
        case .resultWithdrawn(let question): results[question] = nil
        case .leaderboard(let new): leaderboards[new.gameId] = new
        }
        let due = lampsNow
        if due != lamps {
            lamps = due
            actions.append(.lamps(due))
        }
        return actions
    }

    /// Follows another game, and forgets what belongs to the one before.
    private mutating func leaveGame(for id: GameID) {
        if let game {
            states[game] = nil
            leaderboards[game] = nil
            questions = questions.filter { $0.value.gameId != game }
            answers = answers.filter { $0.value.gameId != game }
            results = results.filter { $0.value.gameId != game }
        }
        game = id
        phase = nil
        buttonsSeen = []
    }

    /// What a press in the lobby is worth telling: the first one of each button.
    private mutating func check(_ button: Int) -> PlayerAction? {
        guard let game, phase == .lobby, (state?.phase ?? .lobby) == .lobby,
            (0..<QuizLimits.buttons).contains(button), buttonsSeen.insert(button).inserted
        else { return nil }
        return .tellButton(button, seen: buttonsSeen.sorted(), game)
    }

    private var state: QuestionState? { game.flatMap { states[$0] } }

    private func choice(for question: QuestionID) -> Int? {
        answers[question]?.selectedChoiceIndex
    }

    /// The question that is on, with its id.
    private var current: (id: QuestionID, question: Question)? {
        guard let state, phase != .finished, let id = state.currentQuestionId, let question = questions[id],
            question.gameId == game
        else { return nil }
        return (id, question)
    }

    /// The question that an answer could be given to, with its id.
    private var open: (id: QuestionID, question: Question)? {
        state?.phase == .asking && !isLockedOut ? current : nil
    }

    /// Whether this player has answered the buzz question that is on wrongly.
    private var isLockedOut: Bool { state?.lockedOutPlayerIds?.contains(player) == true }

    /// The buzz question that somebody was quicker at: presses up to its close are wanted for their times.
    private func buzzing(_ claim: PressClaim?) -> (id: QuestionID, question: Question)? {
        guard claim != nil, state?.phase == .closed, state?.isRevealed != true, !isLockedOut,
            let current, current.question.kind == .buzz
        else { return nil }
        return current
    }

    /// The answer that a press would give now; nil when it would count for nothing.
    package func answer(_ button: Int, edge: MonotonicTime, claim: PressClaim?) -> Answer? {
        guard let game, let state, let (id, question) = open ?? buzzing(claim), answers[id] == nil,
            question.answers.contains(button)
        else { return nil }
        if let claim {
            // Surely before the start, or surely after the close: it cannot have been meant as an answer that counts.
            let start = MonotonicTime(nanoseconds: state.questionStartHostUptimeNs)
            let close = MonotonicTime(nanoseconds: state.closeAtHostUptimeNs)
            guard claim.pressedAt.advanced(by: claim.clockError) >= start,
                claim.pressedAt.advanced(by: .zero - claim.clockError) <= close
            else { return nil }
        }
        return Answer(
            gameId: game,
            questionId: id,
            playerId: player,
            selectedChoiceIndex: button,
            clientCreatedAtUptimeNs: edge.nanoseconds,
            claim: claim
        )
    }

    private var lampsNow: BoardLamps {
        guard isConnected else { return wasConnected ? .disconnected : .searching }
        guard game != nil else { return .searching }
        if phase == .finished || state?.phase == .finished { return .finished }
        guard let id = state?.currentQuestionId else { return .joined }
        if let (_, question) = open {
            return choice(for: id).map { .answered($0) } ?? .open(choices: question.answers.count)
        }
        // Out of it until the question is over.
        if state?.phase == .asking, isLockedOut { return .wrong }
        guard state?.phase == .closed, let choice = choice(for: id) else { return .joined }
        if state?.answeringPlayerId == player { return .called(choice) }
        guard let result = results[id] else { return .answered(choice) }
        if let place = result.buzzPlace, place > 1 { return .joined }
        if questions[id]?.kind?.isJudged == false { return .answered(choice) }
        return result.isCorrect ? .right : .wrong
    }
}
