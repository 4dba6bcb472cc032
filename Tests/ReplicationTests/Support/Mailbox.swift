import Synchronization

/// Hands values from any thread to a waiting test. A test that is cancelled (by its time limit) stops waiting.
final class Mailbox<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var waiters: [(id: Int, continuation: CheckedContinuation<Element, any Error>)] = []
        var nextID = 0
        var end: (any Error)?
    }

    private let state = Mutex(State())

    func put(_ element: Element) {
        let waiter = state.withLock { state -> CheckedContinuation<Element, any Error>? in
            guard state.waiters.isEmpty else { return state.waiters.removeFirst().continuation }
            state.elements.append(element)
            return nil
        }
        waiter?.resume(returning: element)
    }

    /// Nothing more will come: whoever waits, now or later, gets the error.
    func end(_ error: any Error) {
        let waiters = state.withLock { state in
            state.end = error
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.continuation.resume(throwing: error) }
    }

    /// What has come and was not taken.
    var waiting: [Element] { state.withLock { $0.elements } }

    /// The next value; waits for it.
    func take() async throws -> Element {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let now = state.withLock { state -> Result<Element, any Error>? in
                    if !state.elements.isEmpty { return .success(state.elements.removeFirst()) }
                    if let end = state.end { return .failure(end) }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.waiters.append((id, continuation))
                    return nil
                }
                if let now { continuation.resume(with: now) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0).continuation }
            }
            waiter?.resume(throwing: CancellationError())
        }
    }

    /// The next value that `isWanted`; those before it are thrown away.
    func take(where isWanted: (Element) -> Bool) async throws -> Element {
        while true {
            let element = try await take()
            if isWanted(element) { return element }
        }
    }
}
