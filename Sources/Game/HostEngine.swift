import Dispatch
import Documents
import FoundationEssentials
import Quiz
import Synchronization
import Timing

/// Runs a game on the host: feeds the documents that boards write to `HostGame`, and saves what it decides.
///
/// Everything of one step is one durable transaction, with the game's snapshot in it, so that a host killed at any
/// moment resumes where it was. What arrives while a commit is under way is handled together in the next one.
package final class HostEngine: @unchecked Sendable {
    // SAFETY: `game`, `committed`, `unsaved`, `scheduled`, `isTroubled` and `isStopped` are touched only on `queue`; the
    // rest is immutable or locked.

    /// How long a database that failed is left alone before the next try.
    private static let retryInterval = Duration.seconds(2)

    private enum Input: Sendable {
        case event(HostEvent)
        case documents([DocumentChange])
    }

    private struct Inbox {
        var inputs: [Input] = []
        var isScheduled = false
        /// Takes nothing any more.
        var isClosed = false
    }

    let database: Database
    let documents: Collection
    let clock: any TimeSource
    private let queue = DispatchQueue(label: "host-engine", qos: .userInteractive)
    private let onQueue = DispatchSpecificKey<Void>()
    private let inbox = Mutex(Inbox())
    private let published: Mutex<HostGame>
    private let observation: Mutex<Observation?> = Mutex(nil)
    private let onUpdate: @Sendable ([HostUpdate], HostGame) -> Void
    private let links: HostLinks
    private(set) var game: HostGame
    /// The game as the database has it, but for who is connected.
    private var committed: HostGame
    private var unsaved: [HostAction] = []
    private var scheduled: MonotonicTime?
    private var isTroubled = false
    private var isStopped = false

    /// `onUpdate` is called on the engine's queue after each commit, with the game as it is then.
    init(
        game: HostGame, database: Database, clock: any TimeSource, links: HostLinks,
        onUpdate: @escaping @Sendable ([HostUpdate], HostGame) -> Void
    ) throws {
        self.game = game
        committed = game
        self.database = database
        self.clock = clock
        self.links = links
        self.onUpdate = onUpdate
        documents = try database.collection()
        published = Mutex(game)
        queue.setSpecific(key: onQueue, value: ())
    }

    /// The game as it was last committed.
    package var current: HostGame { published.withLock { $0 } }

    /// Takes an event in, stamped by whoever saw it.
    package func handle(_ event: HostEvent) {
        post(.event(event))
    }

    /// Tells those who watch of something that is no part of the game, in the order of what is.
    func tell(_ update: HostUpdate) {
        queue.async { [self] in
            if !isStopped { onUpdate([update], committed) }
        }
    }

    /// Starts to watch the database, carries out what is due at the start, and takes up players and answers that a killed
    /// host had stored and not seated or ruled on.
    func start(_ actions: [HostAction]) throws {
        let observation = database.observe { [weak self] changes in
            let relevant = changes.filter { $0.collection == .default && $0.origin != .local && !$0.isDeleted }
            if !relevant.isEmpty { self?.post(.documents(relevant), isPrompt: true) }
        }
        self.observation.withLock { $0 = observation }
        try queue.sync {
            unsaved = actions
            let events = try storedPlayers() + unruledAnswers()
            step(events)
        }
    }

    /// Returns when the engine has had its turn.
    func round() {
        queue.sync {}
    }

    /// Stops after what was posted before: the game stays as it is then, whatever happens to its connections.
    package func stop() {
        observation.withLock { $0.take() }?.cancel()
        inbox.withLock { $0.isClosed = true }
        queue.sync { isStopped = true }
    }

    /// - Parameter isPrompt: On the caller's thread if possible, which spares a player the waking of another. Only for
    ///   callers that hold no lock and may wait for a commit that is under way.
    private func post(_ input: Input, isPrompt: Bool = false) {
        let mustWake = inbox.withLock { inbox in
            guard !inbox.isClosed else { return false }
            inbox.inputs.append(input)
            defer { inbox.isScheduled = true }
            return !inbox.isScheduled
        }
        guard mustWake else { return }
        // What the engine itself commits, it hears of on its own queue, and cannot wait for.
        if isPrompt, DispatchQueue.getSpecific(key: onQueue) == nil {
            queue.sync { drain() }
        } else {
            queue.async { self.drain() }
        }
    }

    // MARK: On the queue

    private func drain() {
        let inputs = inbox.withLock { inbox in
            defer {
                inbox.inputs = []
                inbox.isScheduled = false
            }
            return inbox.inputs
        }
        var events: [HostEvent] = []
        for input in inputs {
            switch input {
            case .event(let event): events.append(event)
            case .documents(let changes): events += changes.compactMap(event)
            }
        }
        step(events)
    }

    /// What a document that a board wrote means for the game.
    private func event(_ change: DocumentChange) -> HostEvent? {
        let moment = change.receivedAt ?? clock.now
        switch DocumentID(parsing: change.id) {
        case .player(let game, let player)? where game == self.game.id:
            guard let document = try? documents.value(change.id, as: Player.self) else { return nil }
            return .seat(player, name: document.displayName, buttons: document.checkedButtons, at: moment)
        case .answer(let game, _, _)? where game == self.game.id:
            guard let answer = try? documents.value(change.id, as: Answer.self) else { return nil }
            let allowance = links.allowance(of: answer.playerId, at: moment)
            return .answer(
                AnswerArrival(
                    answer, arrivedAt: moment, sequence: Int(change.sequence), allowance: allowance,
                    linkError: self.game.isBuzz ? links.clockError(of: answer.playerId, at: moment) : nil))
        default: return nil
        }
    }

    private func step(_ events: [HostEvent]) {
        let before = game
        var fresh: [HostAction] = []
        for event in events { fresh += game.handle(event) }
        var updates = connectionUpdates(since: before.connected)
        do {
            let actions = unsaved + fresh
            // An answer that was the last one closes the question, which waits for the disk. The answer need not.
            let first = actions.prefix(while: \.isRuling)
            if !first.isEmpty, first.count < actions.count {
                updates += try committed(Array(first))
                fresh = Array(actions[first.endIndex...])
                unsaved = []
            }
            updates += try committed(unsaved + fresh)
            unsaved = []
            if isTroubled { updates.append(.storageTrouble(nil)) }
            isTroubled = false
            committed = game
        } catch {
            if fresh.contains(where: \.opensQuestion) { fresh = takeBack(to: before, events) }
            unsaved += fresh
            committed.connected = game.connected
            if !isTroubled { updates.append(.storageTrouble("\(error)")) }
            isTroubled = true
        }
        published.withLock { $0 = committed }
        if !updates.isEmpty { onUpdate(updates, committed) }
        schedule(isTroubled ? clock.now.advanced(by: Self.retryInterval) : game.deadline)
    }

    /// Saves what is to be saved; returns what is told of it.
    private func committed(_ actions: [HostAction]) throws -> [HostUpdate] {
        if !actions.isEmpty || isTroubled { try save(actions) }
        let moment = clock.now
        return actions.compactMap { update($0, committedAt: moment) }
    }

    /// A question that boards cannot learn of must not run: the step is done again without what opened it. Who wants it
    /// opened asks again when the database takes it.
    private func takeBack(to before: HostGame, _ events: [HostEvent]) -> [HostAction] {
        game = before
        var actions: [HostAction] = []
        for event in events where !event.asksForQuestion { actions += game.handle(event) }
        return actions
    }

    private func connectionUpdates(since before: Set<PlayerID>) -> [HostUpdate] {
        guard before != game.connected else { return [] }
        return game.connected.subtracting(before).sorted().map { .connected($0) }
            + before.subtracting(game.connected).sorted().map { .disconnected($0) }
    }

    private func schedule(_ deadline: MonotonicTime?) {
        guard let deadline, scheduled != deadline else { return }
        scheduled = deadline
        let wait = max(0, clock.now.duration(to: deadline).nanoseconds)
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(wait))) { [weak self] in
            guard let self, !isStopped, scheduled == deadline else { return }
            scheduled = nil
            step([.tick(at: max(clock.now, deadline))])
        }
    }
}

extension HostAction {
    fileprivate var opensQuestion: Bool {
        if case .openQuestion = self { true } else { false }
    }
}

extension HostEvent {
    fileprivate var asksForQuestion: Bool {
        switch self {
        case .start, .next, .verdict: true
        default: false
        }
    }
}
