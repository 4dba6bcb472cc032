import Timing

/// When to ask a silent peer and when to give it up: a state machine without clock.
struct Heartbeat {
    enum Action: Equatable {
        /// Check again after this time.
        case wait(Duration)
        /// Send a PING and check again after this time.
        case ping(Duration)
        /// The peer is gone.
        case giveUp
    }

    let options: WebSocketHeartbeat
    private var lastReceived = MonotonicTime(nanoseconds: 0)
    private var pinged: MonotonicTime?

    init(_ options: WebSocketHeartbeat) {
        self.options = options
    }

    /// Begins to count from here.
    mutating func restart(at time: MonotonicTime) {
        lastReceived = time
        pinged = nil
    }

    /// Anything came from the peer. True when a PING was out: the time of the next check has changed.
    mutating func received(at time: MonotonicTime) -> Bool {
        lastReceived = time
        defer { pinged = nil }
        return pinged != nil
    }

    /// What to do now.
    mutating func check(at now: MonotonicTime) -> Action {
        if let pinged {
            let rest = options.pongTimeout - pinged.duration(to: now)
            return rest <= .zero ? .giveUp : .wait(rest)
        }
        let rest = options.pingInterval - lastReceived.duration(to: now)
        guard rest <= .zero else { return .wait(rest) }
        pinged = now
        return .ping(options.pongTimeout)
    }
}
