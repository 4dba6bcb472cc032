import Dispatch
import Game
import Projector
import Quiz
import Synchronization
import Timing

/// Runs the evening: shows the scenes of a game, takes the host's keys, and moves the game on at its pace.
final class Stage: @unchecked Sendable {
    // SAFETY: everything mutable is touched only on `queue`, except `service` and `projector`, which are set once in
    // `run` before anything else happens.

    /// What is on the screen between questions.
    enum Interlude {
        case none
        case reveal(Reveal)
        case leaderboard(Reveal)
    }

    private let pace: Pace
    let howToJoin: @Sendable (_ port: Int, _ isAnnounced: Bool) -> [String]
    private let isKept: Bool
    private let onPlayerKey: @Sendable (Int) -> Void
    let answersByKeyboard: Bool
    private let hasButtons: Bool
    private let queue = DispatchQueue(label: "stage")
    private let ending: AsyncStream<Void>.Continuation
    private let ended: AsyncStream<Void>
    private var service: HostService?
    private var projector: Projector?
    private(set) var port = 0
    private var game: HostGame?
    private(set) var interlude = Interlude.none
    private(set) var pointsBefore: [PlayerID: Int] = [:]
    private(set) var links: [PlayerID: LinkState] = [:]
    private var notice: String?
    /// What the lobby says beside the players.
    private(set) var lobbyNotice: String?
    /// Why boards do not find the game by themselves; nil when they do.
    private(set) var obscurity: String?
    private(set) var isAnnounced = false
    private var lastJoin: MonotonicTime?
    private var judgedAt: MonotonicTime?
    /// When somebody was called, or again because a key that goes back took the verdict back.
    private var calledAt: MonotonicTime?
    private(set) var flashes = RowFlashes()
    private var isAsking = false
    private var isOver = false
    private var timer: UInt64 = 0

    /// `onPlayerKey` gets the keys 1 to 4, from 0, for a player who shares the host's keyboard.
    /// `hasButtons` says that `press` is going to be called, `isKept` that the game can be taken up again. `howToJoin` says it
    /// in lines for the lobby, the first of them large.
    init(
        pace: Pace, answersByKeyboard: Bool = false, hasButtons: Bool = false, isKept: Bool = true,
        howToJoin: @escaping @Sendable (_ port: Int, _ isAnnounced: Bool) -> [String] = { _, _ in [] },
        onPlayerKey: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.pace = pace
        self.answersByKeyboard = answersByKeyboard
        self.hasButtons = hasButtons
        self.isKept = isKept
        self.howToJoin = howToJoin
        self.onPlayerKey = onPlayerKey
        (ended, ending) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Opens the projector, which takes over the terminal until `close`. Throws `ProjectorError`.
    func open() throws {
        let projector = try Projector { [weak self] key in
            self?.press(key)
        }
        queue.sync { self.projector = projector }
    }

    /// Shows a running service until the game is over or the host quits.
    func run(_ service: HostService, port: Int) async {
        queue.sync {
            self.service = service
            self.port = port
            game = service.game
            lastJoin = service.now
            draw()
            plan()
        }
        for await _ in ended { break }
    }

    /// Gives the terminal back. Idempotent.
    func close() {
        let projector = queue.sync {
            defer { self.projector = nil }
            return self.projector
        }
        projector?.close()
    }

    /// What the engine committed. From any thread.
    func take(_ updates: [HostUpdate], _ game: HostGame) {
        queue.async { [self] in
            for update in updates { take(update, game) }
            self.game = game
            draw()
            plan()
        }
    }

    /// What a key asks for. From any thread.
    func press(_ key: ProjectorKey) {
        queue.async { [self] in take(key, isButton: false) }
    }

    /// The same for a button beside the keyboard. From any thread.
    func pressButton(_ key: ProjectorKey) {
        queue.async { [self] in take(key, isButton: true) }
    }

    /// A line for the bottom of the screen.
    func say(_ text: String?) {
        queue.async { [self] in
            notice = text
            projector?.notice(text)
        }
    }

    /// A line for the lobby.
    func sayInLobby(_ text: String) {
        queue.async { [self] in
            lobbyNotice = text
            draw()
        }
    }

    /// Boards find the game by themselves, or not, for a reason that is shown in the lobby.
    func announced(_ trouble: String?) {
        queue.async { [self] in
            isAnnounced = trouble == nil
            obscurity = trouble
            draw()
        }
    }

    /// Returns when everything that was handed over before has been dealt with. For a watchdog; blocks.
    func round() {
        queue.sync {}
    }

    /// Ends the evening, as a signal or a second Ctrl-C does.
    func end() {
        queue.async { [self] in finish() }
    }

    // MARK: On the queue

    private func take(_ update: HostUpdate, _ game: HostGame) {
        switch update {
        case .joined: lastJoin = service?.now
        case .buttonSeen(let player, _): flashes.begin(player, at: now)
        case .opened(let opened):
            interlude = .none
            // Opened again after a wrong answer, it is still the same question.
            guard opened.state.lockedOutPlayerIds == nil else { break }
            pointsBefore = Dictionary(uniqueKeysWithValues: game.standings.map { ($0.player, $0.points) })
        case .revealed(let reveal): interlude = .reveal(reveal)
        case .finished, .undone: interlude = .none
        case .called: calledAt = now
        case .askedAgain: projector?.notice("The host was restarted: the question is asked again")
        case .link(let player, let link): links[player] = link
        case .disconnected(let player): links[player] = nil
        case .storageTrouble(let text): projector?.notice(text.map { "Not saved: \($0)" } ?? notice)
        default: break
        }
    }

    private func take(_ key: ProjectorKey, isButton: Bool) {
        guard !isAsking else { return answer(key) }
        if case .answering = game?.stage, let isRight = verdict(key, isButton: isButton) {
            // Meant for what was on the screen before, or pressed twice; back once more would be wrong.
            guard !isResting(since: calledAt), !isResting(since: judgedAt) else { return }
            service?.handle(.verdict(isRight: isRight, at: now))
            judgedAt = now
            return
        }
        // A key that was meant for the verdict and came twice goes on to nothing.
        if isResting(since: judgedAt), key != .quit, key != .undo { return }
        switch key {
        case .advance: advance()
        case .back: goBack()
        case .undo: undo()
        case .close: service?.handle(.closeEarly(at: now))
        case .quit: quit()
        case .digit(let digit): onPlayerKey(digit - 1)
        case .verdict, .confirm, .resize: break
        }
    }

    /// How long after a verdict keys are not taken for anything else, and after a call for a verdict: nobody has answered then.
    private static let verdictRest = Duration.milliseconds(800)

    private func isResting(since moment: MonotonicTime?) -> Bool {
        moment.map { $0.duration(to: now) < Self.verdictRest } ?? false
    }

    /// What a key says of an answer. Buttons have only next and back for it; a keyboard has keys of its own, so that what was
    /// meant for the screen before is no verdict.
    private func verdict(_ key: ProjectorKey, isButton: Bool) -> Bool? {
        switch key {
        case .verdict(let isRight): isRight
        case .advance where isButton: true
        case .back where isButton: false
        default: nil
        }
    }

    /// While the question whether to quit is on the screen. Who asks to quit once more has answered it.
    private func answer(_ key: ProjectorKey) {
        switch key {
        case .confirm(true), .quit: finish()
        case .confirm(false), .back:
            isAsking = false
            projector?.withdrawQuestion()
        case .advance, .close, .digit, .verdict, .undo, .resize: break
        }
    }

    /// Asks first, unless nothing would be lost or nobody could see the question.
    private func quit() {
        guard let projector, let game, game.stage != .lobby || !game.seats.isEmpty, game.stage != .finished else {
            return finish()
        }
        isAsking = true
        projector.ask(
            hasButtons
                ? "Really quit? --resume goes on. Buttons: hold again, or back"
                : isKept ? "Really quit? The game can be taken up again with --resume. (y/n)" : "Really quit? (y/n)")
    }

    private func advance() {
        guard let service, let game else { return }
        switch game.stage {
        case .lobby:
            guard !game.seats.isEmpty else { return say("Nobody is here yet") }
            service.handle(.start(at: now))
        case .closed: goOn()
        // What the evening was for stays until somebody quits.
        case .finished: if projector == nil { finish() }
        case .asking, .closing, .answering: break
        }
    }

    /// From the reveal to the leaderboard, from there to the next question.
    private func goOn() {
        if case .reveal(let reveal) = interlude, pace.leaderboard != .zero, !isLast(reveal) {
            interlude = .leaderboard(reveal)
            draw()
            plan()
        } else {
            service?.handle(.next(at: now))
        }
    }

    /// From the leaderboard to the reveal, for whoever asks what the answer was; from a verdict to before it.
    private func goBack() {
        guard case .leaderboard(let reveal) = interlude else {
            if undo() { calledAt = now }
            return
        }
        interlude = .reveal(reveal)
        draw()
        plan()
    }

    /// Takes the last verdict back, if that is possible.
    @discardableResult private func undo() -> Bool {
        guard game?.canUndoVerdict == true else { return false }
        service?.handle(.undoVerdict(at: now))
        // There is no verdict any more that a key could have been meant for.
        judgedAt = nil
        return true
    }

    private func isLast(_ reveal: Reveal) -> Bool {
        reveal.index + 1 == game?.cards.count
    }

    private func finish() {
        guard !isOver else { return }
        isOver = true
        ending.yield()
    }

    var now: MonotonicTime { service?.now ?? .now() }

    // MARK: Time

    /// Sets the one timer to what comes next: the countdown's next picture, or the next step of an automatic pace.
    private func plan() {
        timer += 1
        let generation = timer
        guard !isOver, let (wait, step) = nextStep() else { return }
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(max(0, wait.nanoseconds)))) { [weak self] in
            guard let self, timer == generation else { return }
            step()
        }
    }

    private func nextStep() -> (Duration, @Sendable () -> Void)? {
        guard let game else { return nil }
        switch game.stage {
        case .asking, .closing:
            guard projector != nil else { return nil }
            return (.milliseconds(100), { [self] in redraw() })
        case .lobby:
            let flash = projector == nil ? nil : flashes.nextChange(after: now)
            let step = lobbyStep(game)
            guard let flash, step.map({ now.duration(to: flash) < $0.0 }) ?? true else { return step }
            return (now.duration(to: flash), { [self] in redraw() })
        // However automatic the pace is, a person says what is right.
        case .answering: return nil
        case .closed:
            let wait = if case .leaderboard = interlude { pace.leaderboard } else { pace.reveal }
            guard let wait else { return nil }
            return (wait, { [self] in goOn() })
        case .finished:
            guard let podium = pace.podium else { return nil }
            return (podium, { [self] in finish() })
        }
    }

    private func lobbyStep(_ game: HostGame) -> (Duration, @Sendable () -> Void)? {
        guard !game.seats.isEmpty else { return nil }
        switch pace.start {
        case nil: return nil
        case .players(let count):
            guard game.seats.count >= count else { return nil }
            return (.zero, { [self] in advance() })
        case .quiet(let quiet):
            let due = (lastJoin ?? now).advanced(by: quiet)
            return (now.duration(to: due), { [self] in advance() })
        }
    }

    private func redraw() {
        draw()
        plan()
    }

    private func draw() {
        guard let projector, let game else { return }
        projector.show(scene(game))
    }
}
