import Synchronization

/// The lines that a process has written so far, for any number of readers.
final class LineLog: Sendable {
    private struct State {
        var lines: [String] = []
        var isEnded = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter = 0

        mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
            defer { waiters.removeAll() }
            return Array(waiters.values)
        }
    }

    private let state = Mutex(State())

    func append(_ line: String) {
        let waiters = state.withLock { state in
            state.lines.append(line)
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// No more lines come.
    func end() {
        let waiters = state.withLock { state in
            state.isEnded = true
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
    }

    var lines: [String] { state.withLock { $0.lines } }

    /// The first line from position `start` on that `matches`, with the position after it; nil when the end comes
    /// before one, or the hang guard.
    func next(from start: Int, where matches: (String) -> Bool) async -> (line: String, after: Int)? {
        let deadline = ContinuousClock.now.advanced(by: Program.hangGuard)
        var position = start
        while ContinuousClock.now < deadline {
            let (new, isEnded) = state.withLock { (Array($0.lines.dropFirst(position)), $0.isEnded) }
            for line in new {
                position += 1
                if matches(line) { return (line, position) }
            }
            if isEnded && new.isEmpty { return nil }
            if new.isEmpty { await more(than: position, until: deadline) }
        }
        return nil
    }

    /// Waits until the end; false when the hang guard comes before it.
    func ended() async -> Bool {
        _ = await next(from: lines.count) { _ in false }
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
                if state.lines.count > count || state.isEnded { return true }
                state.waiters[number] = continuation
                return false
            }
            if isDue { continuation.resume() }
        }
        guardian.cancel()
    }
}
