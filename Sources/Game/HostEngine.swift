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
    // SAFETY: `game`, `unsaved`, `scheduled` and `troubled` are touched only on `queue`; the rest is immutable or
    // locked.

    private enum Input: Sendable {
        case event(HostEvent)
        case documents([DocumentChange])
    }

    let database: Database
    let documents: Collection
    private let clock: any TimeSource
    private let queue = DispatchQueue(label: "host-engine", qos: .userInteractive)
    private let inbox = Mutex((inputs: [Input](), isScheduled: false))
    private let published: Mutex<HostGame>
    private let observation: Mutex<Observation?> = Mutex(nil)
    private let onUpdate: @Sendable ([HostUpdate], HostGame) -> Void
    private(set) var game: HostGame
    private var unsaved: [HostAction] = []
    private var scheduled: MonotonicTime?
    private var isTroubled = false

    /// `onUpdate` is called on the engine's queue after each commit, with the game as it is then.
    init(
        game: HostGame, database: Database, clock: any TimeSource,
        onUpdate: @escaping @Sendable ([HostUpdate], HostGame) -> Void
    ) throws {
        self.game = game
        self.database = database
        self.clock = clock
        self.onUpdate = onUpdate
        documents = try database.collection()
        published = Mutex(game)
    }

    /// The game as it was last committed.
    package var current: HostGame { published.withLock { $0 } }

    /// Takes an event in, stamped by whoever saw it.
    package func handle(_ event: HostEvent) {
        post(.event(event))
    }

    /// Starts to watch the database, carries out what is due at the start, and takes up answers that a killed host had
    /// stored and not ruled on.
    func start(_ actions: [HostAction]) throws {
        let observation = database.observe { [weak self] changes in
            let relevant = changes.filter { $0.collection == .default && $0.origin != .local && !$0.isDeleted }
            if !relevant.isEmpty { self?.post(.documents(relevant)) }
        }
        self.observation.withLock { $0 = observation }
        try queue.sync {
            unsaved = actions
            let events = try unruledAnswers()
            step(events)
        }
    }

    /// Stops after what was posted before.
    package func stop() {
        observation.withLock { $0.take() }?.cancel()
        queue.sync {}
        queue.sync {}
    }

    private func post(_ input: Input) {
        let mustWake = inbox.withLock { inbox in
            inbox.inputs.append(input)
            defer { inbox.isScheduled = true }
            return !inbox.isScheduled
        }
        if mustWake { queue.async { self.drain() } }
    }

    // MARK: On the queue

    private func drain() {
        let inputs = inbox.withLock { inbox in
            defer { inbox = ([], false) }
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
            return .seat(player, name: document.displayName, at: moment)
        case .answer(let game, _, _)? where game == self.game.id:
            guard let answer = try? documents.value(change.id, as: Answer.self) else { return nil }
            return .answer(arrival(of: answer, at: moment, sequence: change.sequence))
        default: return nil
        }
    }

    func arrival(of answer: Answer, at moment: MonotonicTime, sequence: Int64) -> AnswerArrival {
        AnswerArrival(
            player: answer.playerId, question: answer.questionId, choice: answer.selectedChoiceIndex, claim: nil,
            arrivedAt: moment, sequence: Int(sequence), allowance: .zero)
    }

    private func step(_ events: [HostEvent]) {
        var actions = unsaved
        let before = game.connected
        for event in events { actions += game.handle(event) }
        unsaved = actions
        var updates = connectionUpdates(since: before)
        do {
            if !actions.isEmpty {
                try save(actions)
                unsaved = []
            }
            let committedAt = clock.now
            updates += actions.compactMap { update($0, committedAt: committedAt) }
            if isTroubled { updates.append(.storageTrouble(nil)) }
            isTroubled = false
        } catch {
            if !isTroubled { updates.append(.storageTrouble("\(error)")) }
            isTroubled = true
        }
        published.withLock { $0 = game }
        if !updates.isEmpty { onUpdate(updates, game) }
        schedule(isTroubled ? clock.now.advanced(by: .seconds(2)) : game.deadline)
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
            guard let self, scheduled == deadline else { return }
            scheduled = nil
            step([.tick(at: max(clock.now, deadline))])
        }
    }
}
