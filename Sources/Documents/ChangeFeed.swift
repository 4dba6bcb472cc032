import Synchronization

/// Hands committed changes to the observers, in the order of the commits, one batch at a time.
final class ChangeFeed: Sendable {
    typealias Handler = @Sendable ([DocumentChange]) -> Void

    private struct State {
        var handlers: [(id: Int, handler: Handler)] = []
        var nextID = 0
        var queue: [[DocumentChange]] = []
        var isDelivering = false
    }

    private let state = Mutex(State())

    /// Adds an observer; returns its number for `remove`.
    func add(_ handler: @escaping Handler) -> Int {
        state.withLock { state in
            state.nextID += 1
            state.handlers.append((state.nextID, handler))
            return state.nextID
        }
    }

    func remove(_ id: Int) {
        // Let go of the handler outside the lock: what it holds may end with it and come back here.
        let removed = state.withLock { state in
            state.handlers.firstIndex { $0.id == id }.map { state.handlers.remove(at: $0).handler }
        }
        withExtendedLifetime(removed) {}
    }

    func removeAll() {
        let removed = state.withLock { state in
            defer { state.handlers = [] }
            return state.handlers.map(\.handler)
        }
        withExtendedLifetime(removed) {}
    }

    /// Queues one commit's changes. Called under the database's lock, so in the order of the commits.
    func append(_ changes: [DocumentChange]) {
        state.withLock { state in
            if !state.handlers.isEmpty { state.queue.append(changes) }
        }
    }

    /// Delivers what is queued, unless a delivery is under way (on this thread further down, or on another one): that
    /// one goes on with it. Called without any lock.
    func drain() {
        let isOurs = state.withLock { state in
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
        guard isOurs else { return }
        while let (changes, handlers) = next() {
            for handler in handlers { handler(changes) }
        }
    }

    /// The next batch; nil, and the delivery is over, when there is none.
    private func next() -> ([DocumentChange], [Handler])? {
        state.withLock { state in
            guard !state.queue.isEmpty else {
                state.isDelivering = false
                return nil
            }
            return (state.queue.removeFirst(), state.handlers.map(\.handler))
        }
    }
}
