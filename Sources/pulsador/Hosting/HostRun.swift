import Dispatch
import Game
import Quiz

/// One game from its lobby to its end, with whatever shows it: the projector, or lines of JSON.
final class HostRun: Sendable {
    let stage: Stage
    private let writer: EventWriter?
    private let isHeadless: Bool
    /// Writes what was committed, in its order, from the moment the lobby was announced. A queue of its own, so that
    /// nobody who is slow to read the lines holds up the game.
    private let lines = DispatchQueue(label: "host-lines", attributes: .initiallyInactive)
    /// How long boards are waited for at the end: as long as a dead one takes to be noticed, or as a person has patience.
    private static let goodbye = (headless: Duration.seconds(10), person: Duration.seconds(2))
    private let watcher: @Sendable (HostUpdate, HostGame) -> Void
    private let afterwards: @Sendable (HostGame) -> [String]

    /// `watcher` sees each update before its line is written. `afterwards` tells a person at the projector how to go on from a
    /// game that has ended.
    init(
        stage: Stage, isHeadless: Bool, writesJSON: Bool,
        afterwards: @escaping @Sendable (HostGame) -> [String],
        watcher: @escaping @Sendable (HostUpdate, HostGame) -> Void = { _, _ in }
    ) {
        self.stage = stage
        self.isHeadless = isHeadless
        writer = writesJSON ? EventWriter() : nil
        self.watcher = watcher
        self.afterwards = afterwards
    }

    /// An inactive queue must not go away.
    deinit {
        lines.activate()
    }

    /// What the engine committed; for `HostService`'s `onUpdate`.
    func take(_ updates: [HostUpdate], _ game: HostGame) {
        stage.take(updates, game)
        lines.async { [self] in
            for update in updates { tell(update, game) }
        }
    }

    private func tell(_ update: HostUpdate, _ game: HostGame) {
        watcher(update, game)
        if let writer { writer.write(update, game) } else if isHeadless { narrate(update, game) }
    }

    /// Runs the service to the game's end. `opened` gets the port before anything else happens.
    func run(_ service: HostService, opened: (Int) async throws -> Void = { _ in }) async throws {
        // As it was before any board could come: what changes from here on has lines of its own.
        let game = service.game
        let port = try service.start()
        defer { lines.sync {} }
        defer { service.stop() }
        defer { lines.activate() }
        if !isHeadless { try stage.open() }
        defer { stage.close() }
        let interruption = Interruption { [stage] in stage.end() }
        announce(game, port: port)
        // Whose turn it was when the host was stopped.
        if let buzz = game.buzz { lines.async { [self] in tell(.called(buzz), game) } }
        lines.activate()
        try await opened(port)
        await stage.run(service, port: port)
        await service.sayGoodbye(atMost: isHeadless ? Self.goodbye.headless : Self.goodbye.person)
        stage.close()
        if !isHeadless { conclude(service.game) }
        // From here on nothing takes long, and whatever a signal asked for is under way.
        withExtendedLifetime(interruption) {}
    }

    private func announce(_ game: HostGame, port: Int) {
        if let writer {
            writer.lobby(game, port: port)
        } else if isHeadless {
            Output.line("\(game.title.printable): lobby \(game.joinCode) on port \(port)")
        }
    }

    /// What is left on the terminal when the projector has given it back.
    private func conclude(_ game: HostGame) {
        switch game.stage {
        case .finished:
            Output.line(game.title.printable)
            write(game.standings)
        case .lobby: break
        case .asking, .closing, .answering, .closed:
            let index = game.questionState.currentQuestionIndex + 1
            Output.line("\(game.title.printable): stopped at question \(index) of \(game.cards.count)")
        }
        for line in afterwards(game) { Output.line(line) }
    }

    private func write(_ standings: [Standing]) {
        let width = standings.map(\.name.count).max() ?? 0
        for standing in standings {
            let gap = String(repeating: " ", count: width - standing.name.count + 2)
            Output.line("\(standing.rank). \(standing.name)\(gap)\(standing.points)")
        }
    }

    /// Plain lines for a person without a projector.
    private func narrate(_ update: HostUpdate, _ game: HostGame) {
        switch update {
        case .joined(_, let name): Output.line("\(name) is in")
        case .buttonSeen(let player, let button): Output.line("   \(game.name(player) ?? "?"): button \(button + 1)")
        case .opened(let opened): Output.line("\(opened.index + 1). \(opened.question.text.printable)")
        case .ruled(let ruled, _) where game.cards[ruled.questionIndex].kind == .buzz:
            Output.line("   \(game.name(ruled.result.playerId) ?? "?") pressed")
        case .called(let buzz):
            if let first = buzz.places.first {
                Output.line("   \(game.name(first.player) ?? "?") is first and answers")
            }
        case .passedOn(let reveal), .revealed(let reveal):
            guard let verdict = reveal.verdict else { break }
            let name = game.name(verdict.player) ?? "?"
            Output.line("   \(name): \(verdict.isRight ? "right" : "wrong"), \(verdict.points) points")
        case .undone(let undone):
            Output.line("   \(game.name(undone.player) ?? "?"): the verdict is taken back")
        case .ruled(let ruled, _) where game.cards[ruled.questionIndex].kind == .poll:
            let choices = game.cards[ruled.questionIndex].choices
            let choice = choices.indices.contains(ruled.choice) ? choices[ruled.choice] : "?"
            Output.line("   \(game.name(ruled.result.playerId) ?? "?"): \(choice.printable)")
        case .ruled(let ruled, _):
            let mark = ruled.result.isCorrect ? "right" : "wrong"
            Output.line("   \(game.name(ruled.result.playerId) ?? "?"): \(mark), \(ruled.result.points) points")
        case .storageTrouble(let text?): Output.note("pulsador: not saved: \(text)")
        case .askedAgain: Output.line("   the host was restarted: asked again")
        case .finished(let standings):
            Output.line("")
            write(standings)
        default: break
        }
    }
}
