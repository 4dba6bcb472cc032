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
    private enum Interlude {
        case none
        case reveal(Reveal)
        case leaderboard(Reveal)
    }

    private let pace: Pace
    private let howToJoin: @Sendable (_ port: Int, _ isAnnounced: Bool) -> [String]
    private let isKept: Bool
    private let onPlayerKey: @Sendable (Int) -> Void
    private let answersByKeyboard: Bool
    private let hasButtons: Bool
    private let queue = DispatchQueue(label: "stage")
    private let ending: AsyncStream<Void>.Continuation
    private let ended: AsyncStream<Void>
    private var service: HostService?
    private var projector: Projector?
    private var port = 0
    private var game: HostGame?
    private var interlude = Interlude.none
    private var pointsBefore: [PlayerID: Int] = [:]
    private var links: [PlayerID: LinkState] = [:]
    private var notice: String?
    /// What the lobby says beside the players.
    private var lobbyNotice: String?
    /// Why boards do not find the game by themselves; nil when they do.
    private var obscurity: String?
    private var isAnnounced = false
    private var lastJoin: MonotonicTime?
    private var judgedAt: MonotonicTime?
    private var flashes = RowFlashes()
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
        case .finished: interlude = .none
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
            service?.handle(.verdict(isRight: isRight, at: now))
            judgedAt = now
            return
        }
        // A key that was meant for the verdict and came twice goes on to nothing.
        if let judgedAt, judgedAt.duration(to: now) < Self.verdictRest, key != .quit { return }
        switch key {
        case .advance: advance()
        case .back: goBack()
        case .close: service?.handle(.closeEarly(at: now))
        case .quit: quit()
        case .digit(let digit): onPlayerKey(digit - 1)
        case .verdict, .confirm, .resize: break
        }
    }

    /// How long after a verdict keys are not taken for anything else.
    private static let verdictRest = Duration.milliseconds(800)

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
        case .advance, .close, .digit, .verdict, .resize: break
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

    /// From the leaderboard to the reveal, for whoever asks what the answer was.
    private func goBack() {
        guard case .leaderboard(let reveal) = interlude else { return }
        interlude = .reveal(reveal)
        draw()
        plan()
    }

    private func isLast(_ reveal: Reveal) -> Bool {
        reveal.index + 1 == game?.cards.count
    }

    private func finish() {
        guard !isOver else { return }
        isOver = true
        ending.yield()
    }

    private var now: MonotonicTime { service?.now ?? .now() }

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

    // MARK: Pictures

    private func draw() {
        guard let projector, let game else { return }
        projector.show(scene(game))
    }

    private func scene(_ game: HostGame) -> Scene {
        switch game.stage {
        case .lobby:
            let players = game.seats.map { seat in
                LobbyScene.Player(
                    name: seat.name, connected: game.connected.contains(seat.player),
                    link: links[seat.player].map(Self.text), buttons: seat.buttonsSeen.map(Set.init),
                    isFlashing: flashes.isOn(seat.player, at: now))
            }
            return .lobby(
                LobbyScene(
                    title: game.title, joinCode: game.joinCode, howToJoin: howToJoin(port, isAnnounced),
                    players: players,
                    notice: lobbyNotice ?? obscurity ?? sleepers(game)))
        case .asking, .closing: return .question(question(game, game.questionState.currentQuestionIndex))
        case .answering(let round, _): return .buzz(buzz(game, round.index, game.buzz, .answering))
        case .closed(let index):
            if case .leaderboard(let reveal) = interlude { return leaderboard(game, reveal) }
            guard case .reveal(let reveal) = interlude else {
                return .message(
                    title: game.title, lines: ["Question \(index + 1) of \(game.cards.count) is over"])
            }
            return revealed(game, reveal)
        case .finished:
            return .podium(PodiumScene(title: game.title, rows: rows(game)))
        }
    }

    /// Round trip and possible error of a link, short enough for a row of names.
    private static func text(_ link: LinkState) -> String {
        let roundTrip = link.roundTrip.milliseconds
        let error = link.clockError.map { " ±\(rounded($0.milliseconds))" } ?? ""
        return "\(rounded(roundTrip))\(error) ms"
    }

    private static func rounded(_ milliseconds: Double) -> String {
        milliseconds < 9.95 ? "\(milliseconds.tenths)" : "\(Int(min(99_999, milliseconds).rounded()))"
    }

    /// Whose radio seems to sleep between messages: their presses count as they should, and reach the host late.
    private func sleepers(_ game: HostGame) -> String? {
        let names = game.seats.filter { links[$0.player]?.seemsAsleep == true }.map(\.name)
        guard let first = names.first else { return nil }
        return "Wi-Fi power save? \(first)\(names.count > 1 ? " +\(names.count - 1)" : "")"
    }

    /// How long a close is waited for before the screen says for whom.
    private static let patience = Duration.milliseconds(300)

    /// Who has not answered; once the question is over, whose link the results wait for.
    private func missing(_ game: HostGame, _ answered: Set<PlayerID>) -> [String] {
        if case .closing(_, let closing) = game.stage {
            let since = closing.revealBy.advanced(by: .zero - game.settings.lateWindow)
            let awaited = Set(game.awaited)
            guard since.duration(to: now) >= Self.patience else { return [] }
            return game.seats.filter { awaited.contains($0.player) }.map { "\($0.name)'s link" }
        }
        guard !answered.isEmpty else { return [] }
        return game.seats.filter { game.connected.contains($0.player) && !answered.contains($0.player) }.map(\.name)
    }

    private func question(_ game: HostGame, _ index: Int) -> QuestionScene {
        let card = game.cards[index]
        let close = MonotonicTime(nanoseconds: game.questionState.closeAtHostUptimeNs)
        let answered = Set(game.round?.rulings.map(\.result.playerId) ?? [])
        return QuestionScene(
            index: index, count: game.cards.count, kind: card.kind.sceneKind, text: card.text, choices: card.choices,
            secondsLeft: max(0, now.duration(to: close).milliseconds / 1000), limitSeconds: Double(card.limitSeconds),
            answered: answered.count, seated: game.seats.count,
            weight: card.weight, waitingFor: missing(game, answered), lockedOut: game.lockedOut.compactMap(game.name),
            answersByKeyboard: answersByKeyboard)
    }

    private func buzz(
        _ game: HostGame, _ index: Int, _ buzz: Buzz?, _ outcome: BuzzScene.Outcome
    ) -> BuzzScene {
        var question = question(game, index)
        question.lockedOut = (buzz?.lockedOut ?? []).compactMap(game.name)
        return BuzzScene(
            question: question, rows: buzz?.rows(start: game.startOfQuestion, name: game.name) ?? [],
            outcome: outcome, rule: buzz?.rule(name: game.name),
            explanation: outcome == .answering ? nil : game.cards[index].explanation)
    }

    private func outcome(_ reveal: Reveal) -> BuzzScene.Outcome {
        guard let verdict = reveal.verdict else { return .none }
        return verdict.isRight ? .right(points: verdict.points) : .wrong(points: verdict.points)
    }

    private func revealed(_ game: HostGame, _ reveal: Reveal) -> Scene {
        if game.cards[reveal.index].kind == .buzz {
            return .buzz(buzz(game, reveal.index, reveal.buzz, outcome(reveal)))
        }
        let start = game.startOfQuestion
        let fastest = reveal.results.filter(\.isCorrect)
            .min { ($0.pressedAtHostUptimeNs ?? .max) < ($1.pressedAtHostUptimeNs ?? .max) }
            .flatMap { result -> RevealScene.Fastest? in
                guard let name = game.name(result.playerId), let pressed = result.pressedAtHostUptimeNs else {
                    return nil
                }
                let seconds = start.duration(to: MonotonicTime(nanoseconds: pressed)).milliseconds / 1000
                return .init(name: name, seconds: seconds)
            }
        let card = game.cards[reveal.index]
        return .reveal(
            RevealScene(
                question: question(game, reveal.index), correct: card.correct, counts: reveal.distribution,
                explanation: card.explanation, fastest: fastest))
    }

    private func leaderboard(_ game: HostGame, _ reveal: Reveal) -> Scene {
        .leaderboard(LeaderboardScene(index: reveal.index, count: game.cards.count, rows: rows(game)))
    }

    private func rows(_ game: HostGame) -> [StandingsRow] {
        game.standings.map { standing in
            StandingsRow(
                rank: standing.rank, name: standing.name, points: standing.points,
                delta: standing.points - (pointsBefore[standing.player] ?? 0))
        }
    }
}

extension QuestionKind {
    fileprivate var sceneKind: QuestionScene.Kind {
        switch self {
        case .truefalse: .trueFalse
        case .poll: .poll
        case .choice: .choice
        case .buzz: .buzz
        }
    }
}
