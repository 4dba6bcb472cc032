import Synchronization

/// Hands values from the loop thread to a test.
final class Queue<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var waiting: CheckedContinuation<Value, Never>?
    }

    private let state = Mutex(State())

    func put(_ value: Value) {
        let waiting = state.withLock { state in
            guard let waiting = state.waiting else {
                state.values.append(value)
                return nil as CheckedContinuation<Value, Never>?
            }
            state.waiting = nil
            return waiting
        }
        waiting?.resume(returning: value)
    }

    /// The next value; waits for it.
    func take() async -> Value {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                guard !state.values.isEmpty else {
                    state.waiting = continuation
                    return nil as Value?
                }
                return state.values.removeFirst()
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }
}
