import Synchronization

/// What happened so far, in order, for any number of tests that wait for more.
package final class EventLog<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var isEnded = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter = 0

        mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
            defer { waiters.removeAll() }
            return Array(waiters.values)
        }
    }

    private let state = Mutex(State())
    /// How long `next` waits before it calls the missing element a hang.
    private let hangGuard: Duration

    package init(hangGuard: Duration = .seconds(60)) {
        self.hangGuard = hangGuard
    }

    /// Any thread.
    package func append(_ element: Element) {
        let waiters = state.withLock { state in
            state.elements.append(element)
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Says that no more comes. Any thread.
    package func end() {
        let waiters = state.withLock { state in
            state.isEnded = true
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    package var elements: [Element] { state.withLock { $0.elements } }

    /// The first element from position `start` on that `matches`, with the position after it; nil when the end comes
    /// before one, or the hang guard.
    package func next(
        from start: Int = 0, where matches: (Element) -> Bool
    ) async -> (element: Element, after: Int)? {
        let deadline = ContinuousClock.now.advanced(by: hangGuard)
        var position = start
        while ContinuousClock.now < deadline {
            let (new, isEnded) = state.withLock { (Array($0.elements.dropFirst(position)), $0.isEnded) }
            for element in new {
                position += 1
                if matches(element) { return (element, position) }
            }
            if isEnded && new.isEmpty { return nil }
            if new.isEmpty { await more(than: position, until: deadline) }
        }
        return nil
    }

    /// Waits until the end; false when the hang guard comes before it.
    package func ended() async -> Bool {
        _ = await next(from: elements.count) { _ in false }
        return state.withLock { $0.isEnded }
    }

    private func more(than count: Int, until deadline: ContinuousClock.Instant) async {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let guardian = Task {
            try? await Task.sleep(until: deadline, clock: .continuous)
            let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
            waiter?.resume()
        }
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                if state.elements.count > count || state.isEnded { return true }
                state.waiters[number] = continuation
                return false
            }
            if isDue { continuation.resume() }
        }
        guardian.cancel()
    }
}
