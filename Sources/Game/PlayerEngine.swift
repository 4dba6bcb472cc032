import Buttons
import Dispatch
import Documents
import FoundationEssentials
import Quiz
import Synchronization
import Timing

/// Runs one board: turns presses into Answer documents, and the host's documents into lamps.
package final class PlayerEngine: @unchecked Sendable {
    // SAFETY: `everything mutable is touched only on `queue`; the rest is immutable or locked.

    private let database: Database
    private let documents: Collection
    private let clock: any TimeSource
    private let name: String
    private let queue = DispatchQueue(label: "player-engine", qos: .userInteractive)
    private let observation: Mutex<Observation?> = Mutex(nil)
    private let hostTime: @Sendable (MonotonicTime) -> PressClaim?
    private let onUpdate: @Sendable (PlayerUpdate) -> Void
    private var game: PlayerGame
    private var questions: [QuestionID: Question] = [:]
    private var state: QuestionState?
    private var openQuestion: QuestionID?
    /// The question at which it is this player's turn.
    private var calledAt: QuestionID?
    /// Whether the game is over, and whether that was told.
    private var isOver = false
    private var isFinished = false
    private var isSeated = false
    /// The answer that a contact will be when it holds, and its document's body.
    private var draft: (answer: Answer, body: [UInt8])?
    /// Whether what is taken up now was stored before the start: it makes the state, and is no news.
    private var isStored = false

    /// `onUpdate` is called on the engine's queue. `hostTime` says what a moment of the board's clock is on the host's; it is
    /// asked at each press, on the thread that brings it.
    package init(
        identity: PlayerIdentity, name: String, database: Database, clock: any TimeSource = MonotonicClock(),
        hostTime: @escaping @Sendable (MonotonicTime) -> PressClaim? = { _ in nil },
        onUpdate: @escaping @Sendable (PlayerUpdate) -> Void
    ) throws {
        self.database = database
        self.name = name
        self.clock = clock
        self.hostTime = hostTime
        self.onUpdate = onUpdate
        documents = try database.collection()
        game = PlayerGame(player: identity.player)
    }

    /// Takes up what is stored, then follows what replication brings. Of what is stored, only what still goes on is told.
    package func start() throws {
        let observation = database.observe { [weak self] changes in
            let relevant = changes.filter { $0.collection == .default && $0.origin != .local }
            guard let self, !relevant.isEmpty else { return }
            queue.async { self.take(relevant.map(\.id)) }
        }
        self.observation.withLock { $0 = observation }
        let stored = try documents.documents().sorted { $0.sequence < $1.sequence }.map(\.id)
        queue.sync {
            isStored = true
            take(stored)
            isStored = false
        }
    }

    /// Returns when the engine has had its turn.
    func round() {
        queue.sync {}
    }

    package func stop() {
        observation.withLock { $0.take() }?.cancel()
        queue.sync {}
    }

    /// A button was pressed. From any thread that holds no lock and that nothing on the engine's queue waits for: on that
    /// thread if the engine is at rest, which spares the press the waking of another; returns when the answer is stored.
    package func press(_ press: Press) {
        let now = hostTime(press.time)
        queue.sync {
            // What was known at the contact is good enough, unless twice as much is known by now.
            let drafted = draft.flatMap {
                $0.answer.clientCreatedAtUptimeNs == press.time.nanoseconds ? $0.answer.claim : nil
            }
            let isBetter = drafted.map { then in now.map { $0.clockError * 2 < then.clockError } ?? false } ?? true
            let claim = isBetter ? now : drafted
            apply(game.handle(.press(button: press.button, edge: press.time, claim: claim)))
        }
    }

    /// A contact was made that may become a press: what that needs is made ready while the contact still has to hold.
    package func contact(_ press: Press) {
        let claim = hostTime(press.time)
        queue.sync {
            guard let answer = game.answer(press.button, edge: press.time, claim: claim) else { return }
            let id = Self.id(of: answer)
            guard let body = try? Collection.body(of: answer, for: id), (try? documents.record(id)) == .some(nil) else {
                return
            }
            draft = (answer, body)
        }
    }

    /// The connection to the host came up or broke.
    package func connection(isUp: Bool) {
        queue.async { [self] in apply(game.handle(isUp ? .connectionUp : .connectionDown)) }
    }

    /// The host did not take a document of this board.
    package func refused(_ id: String, reason: String) {
        queue.async { [self] in
            // What belongs to a game of yesterday is offered to today's host too, and is no news.
            guard let document = DocumentID(parsing: id), document.game == game.game else { return }
            onUpdate(.refused(reason))
        }
    }

    // MARK: On the queue

    private func take(_ ids: [String]) {
        // The game first, so that what belongs to it is not taken for another's.
        let order: (String) -> Int = { if case .game? = DocumentID(parsing: $0) { 0 } else { 1 } }
        for id in ids.sorted(by: { order($0) < order($1) }) { take(id) }
        tellQuestion()
        // Last: who plays one game only leaves at this, and what comes with it belongs to the game.
        guard isOver, !isFinished else { return }
        isFinished = true
        if !isStored { onUpdate(.finished) }
    }

    private func take(_ id: String) {
        switch DocumentID(parsing: id) {
        case .game(let gameID)?:
            guard let document = value(id, GameDocument.self) else { return }
            let isNew = game.game != gameID
            let actions = game.handle(.gameSeen(gameID, document))
            if isNew { changedGame(gameID, document) }
            apply(actions)
            if document.phase == .finished { isOver = true }
        case .questionState(let gameID)?:
            guard let new = value(id, QuestionState.self) else { return }
            if gameID == game.game { state = new }
            apply(game.handle(.questionState(new)))
            tellCall(new)
        case .question?:
            guard let question = value(id, Question.self), let questionID = try? QuestionID(id) else { return }
            questions[questionID] = question
            apply(game.handle(.question(questionID, question)))
        case .answer?:
            if let answer = value(id, Answer.self) { apply(game.handle(.ownAnswer(answer))) }
        case .answerResult(_, let question, game.player)?:
            guard let result = value(id, AnswerResult.self), result.playerId == game.player else {
                return withdrawResult(question)
            }
            apply(game.handle(.result(result)))
            if !isStored { onUpdate(.result(result)) }
        case .leaderboard(let gameID)?:
            guard let leaderboard = value(id, Leaderboard.self) else { return }
            apply(game.handle(.leaderboard(leaderboard)))
            guard gameID == game.game else { return }
            guard !isStored || !isOver else { return }
            tellSeat(leaderboard)
            onUpdate(.leaderboard(leaderboard, rank: game.rank))
        case .player(let gameID, let player)?:
            guard player == game.player, let document = value(id, Player.self) else { return }
            apply(game.handle(.ownPlayer(gameID, buttonsSeen: document.checkedButtons ?? [])))
        case .answerResult?, .score?, nil: break
        }
    }

    private func value<T: Decodable>(_ id: String, _ type: T.Type) -> T? {
        // What a hostile host writes wrongly is as if it were not there.
        (try? documents.value(id, as: type)) ?? nil
    }

    private func changedGame(_ id: GameID, _ document: GameDocument) {
        questions.removeAll()
        state = value(DocumentID.questionState(id).text, QuestionState.self)
        isOver = false
        isFinished = false
        isSeated = false
        if !isStored || document.phase != .finished { onUpdate(.joining(id, title: document.title)) }
    }

    private func tellSeat(_ leaderboard: Leaderboard) {
        guard !isSeated, leaderboard.entries.contains(where: { $0.playerId == game.player }) else { return }
        isSeated = true
        onUpdate(.seated(inLobby: (state?.phase ?? .lobby) == .lobby))
    }

    private func tellQuestion() {
        guard let state, state.phase == .asking, let id = state.currentQuestionId, let question = questions[id],
            openQuestion != id
        else { return }
        openQuestion = id
        onUpdate(.opened(id, state, question, knownAt: clock.now))
    }

    /// A player may be called twice at the same question, when the host has taken a verdict back.
    private func tellCall(_ new: QuestionState) {
        guard new.gameId == game.game else { return }
        let called = new.answeringPlayerId == game.player ? new.currentQuestionId : nil
        guard called != calledAt else { return }
        calledAt = called
        if called != nil { onUpdate(.called) }
    }

    private func withdrawResult(_ question: QuestionID) {
        guard game.hasResult(of: question) else { return }
        apply(game.handle(.resultWithdrawn(question)))
        if !isStored { onUpdate(.resultWithdrawn(question)) }
    }

    private func apply(_ actions: [PlayerAction]) {
        for action in actions {
            do {
                switch action {
                case .join(let id): try join(id)
                case .tellButton(let button, let seen, let id):
                    try database.transaction(.normal) { try write(id) { $0.buttonsSeen = seen } }
                    onUpdate(.buttonSeen(button))
                case .saveAnswer(let answer):
                    let id = Self.id(of: answer)
                    let body = draft?.answer == answer ? draft?.body : nil
                    draft = nil
                    // On its way at once: a host that has ruled on it keeps it safe, and a killed process does not
                    // lose it. Only a power cut within the next moments could.
                    try database.transaction(.normal) {
                        _ = try documents.save(id, body: body ?? Collection.body(of: answer, for: id))
                    }
                    onUpdate(.answered(answer))
                case .lamps(let lamps): onUpdate(.lamps(lamps))
                }
            } catch {
                onUpdate(.storageTrouble("\(error)"))
            }
        }
    }

    private static func id(of answer: Answer) -> String {
        DocumentID.answer(answer.gameId, answer.questionId, answer.playerId).text
    }

    /// Asks for a seat, once per game and name.
    private func join(_ id: GameID) throws {
        try write(id) { $0.displayName = name }
    }

    /// Changes this player's Player document, or makes it; one that is so already stays as it is.
    private func write(_ id: GameID, _ change: (inout Player) -> Void) throws {
        let documentID = DocumentID.player(id, game.player).text
        let stored = try documents.value(documentID, as: Player.self)
        var player = stored ?? Player(gameId: id, displayName: name, joinedAt: Timestamp(Date()), buttonsSeen: [])
        change(&player)
        if player != stored { _ = try documents.save(documentID, player) }
    }
}
