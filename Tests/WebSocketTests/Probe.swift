import Synchronization
import Timing

@testable import WebSocket

/// Records what one connection reports, in order.
final class Probe: Sendable {
    enum Event: Equatable, Sendable {
        case open(String)
        case message([UInt8])
        case drain
        case close(WebSocketClose)
    }

    private struct State {
        var events: [Event] = []
        var times: [MonotonicTime] = []
        var taken = 0
        var waiting: CheckedContinuation<Event, Never>?
    }

    private let state = Mutex(State())
    private let onMessage: @Sendable ([UInt8]) -> Void

    /// `onMessage` is called on the loop thread before the event is recorded.
    init(onMessage: @escaping @Sendable ([UInt8]) -> Void = { _ in }) {
        self.onMessage = onMessage
    }

    var handler: WebSocketConnectionHandler {
        WebSocketConnectionHandler(
            onOpen: { self.record(.open($0)) },
            onMessage: { message, time in
                self.onMessage(message)
                self.state.withLock { $0.times.append(time) }
                self.record(.message(message))
            },
            onDrain: { self.record(.drain) },
            onClose: { self.record(.close($0)) })
    }

    private func record(_ event: Event) {
        let waiting = state.withLock { state in
            state.events.append(event)
            guard let waiting = state.waiting else { return nil as CheckedContinuation<Event, Never>? }
            state.waiting = nil
            state.taken += 1
            return waiting
        }
        waiting?.resume(returning: event)
    }

    /// The next event not taken yet; waits for it.
    func next() async -> Event {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                guard state.taken < state.events.count else {
                    state.waiting = continuation
                    return nil as Event?
                }
                state.taken += 1
                return state.events[state.taken - 1]
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }

    /// Takes events up to the connection's end and says how it ended.
    func end() async -> WebSocketClose {
        while true {
            if case .close(let close) = await next() { return close }
        }
    }

    /// Everything so far.
    var events: [Event] { state.withLock { $0.events } }
    /// When the messages so far came in.
    var times: [MonotonicTime] { state.withLock { $0.times } }
}
