import Discovery
import Documents
import Game
import Quiz
import Replication
import Synchronization

/// One game from its lobby to its end, with whatever shows it: the projector, or lines of JSON.
final class HostRun: Sendable {
    let stage: Stage
    private let writer: EventWriter?
    private let isHeadless: Bool
    /// Updates that came before the lobby was announced; nil once it was.
    private let early: Mutex<[([HostUpdate], HostGame)]?> = Mutex([])
    private let watcher: @Sendable (HostUpdate, HostGame) -> Void

    /// `watcher` sees each update on the engine's queue, before it is shown.
    init(
        stage: Stage, isHeadless: Bool, writesJSON: Bool,
        watcher: @escaping @Sendable (HostUpdate, HostGame) -> Void = { _, _ in }
    ) {
        self.stage = stage
        self.isHeadless = isHeadless
        writer = writesJSON ? EventWriter() : nil
        self.watcher = watcher
    }

    /// What the engine committed; for `HostService`'s `onUpdate`.
    func take(_ updates: [HostUpdate], _ game: HostGame) {
        for update in updates { watcher(update, game) }
        let isEarly = early.withLock { early in
            early?.append((updates, game))
            return early != nil
        }
        if !isEarly { show(updates, game) }
    }

    private func show(_ updates: [HostUpdate], _ game: HostGame) {
        for update in updates { writer?.write(update, game) }
        if writer == nil, isHeadless { for update in updates { narrate(update, game) } }
        stage.take(updates, game)
    }

    /// Runs the service to the game's end. `opened` gets the port before anything else happens.
    func run(_ service: HostService, opened: (Int) async throws -> Void = { _ in }) async throws {
        let port = try service.start()
        defer { service.stop() }
        if !isHeadless { try stage.open() }
        defer { stage.close() }
        writer?.lobby(service.game, port: port)
        if writer == nil, isHeadless {
            Output.line("\(service.game.title.printable): lobby \(service.game.joinCode) on port \(port)")
        }
        let missed = early.withLock { early in
            defer { early = nil }
            return early ?? []
        }
        for (updates, game) in missed { show(updates, game) }
        let interruption = Interruption { [stage] in stage.end() }
        try await opened(port)
        await stage.run(service, port: port)
        withExtendedLifetime(interruption) {}
    }

    /// Plain lines for a person without a projector.
    private func narrate(_ update: HostUpdate, _ game: HostGame) {
        switch update {
        case .joined(_, let name): Output.line("\(name) is in")
        case .opened(let opened): Output.line("\(opened.index + 1). \(opened.question.text.printable)")
        case .ruled(let ruled, _):
            let mark = ruled.result.isCorrect ? "right" : "wrong"
            Output.line("   \(game.name(ruled.result.playerId) ?? "?"): \(mark), \(ruled.result.points) points")
        case .storageTrouble(let text?): Output.note("pulsador: not saved: \(text)")
        case .askedAgain: Output.line("   the host was restarted: asked again")
        case .finished(let standings):
            let width = standings.map(\.name.count).max() ?? 0
            Output.line("")
            for standing in standings {
                let gap = String(repeating: " ", count: width - standing.name.count + 2)
                Output.line("\(standing.rank). \(standing.name)\(gap)\(standing.points)")
            }
        default: break
        }
    }
}
