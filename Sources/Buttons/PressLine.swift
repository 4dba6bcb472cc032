import Timing

/// One line of a `PressDetector`.
struct PressLine: Hashable, Sendable {
    /// A press whose button only the detector knows.
    struct Contact: Hashable {
        let time: MonotonicTime
        let isUncertain: Bool

        func press(of line: Int) -> Press {
            Press(button: line, time: time, isTimeUncertain: isUncertain)
        }
    }

    private enum State: Hashable {
        /// Inactive and quiet: the next active edge may be a press.
        case quiet
        /// Active since `first`: a press when it holds.
        case contact(first: MonotonicTime)
        /// Inactive since `since` after a pulse too short to be certain: a press when another edge follows.
        case pulse(first: MonotonicTime, since: MonotonicTime)
        /// Its press is reported, or it was held from the start; still active.
        case held
        /// Its press is over; inactive since `since`, may still bounce.
        case released(since: MonotonicTime)
    }

    private var state: State
    private var isUncertain = false
    private var seenContact: MonotonicTime?
    private let spike: Duration
    /// From when on a press that is still held is a long one; nil when nobody asks.
    private let hold: Duration?
    /// The press that may become a long one.
    private var holding: Contact?
    private var longPress: Contact?

    init(isHeld: Bool, spike: Duration, hold: Duration? = nil) {
        state = isHeld ? .held : .quiet
        self.spike = spike
        self.hold = hold
    }

    /// The press that has been held for long enough, once.
    mutating func takeHold() -> Contact? {
        defer { longPress = nil }
        return longPress
    }

    /// When the press becomes a long one; nil while the contact is open.
    private var holdDeadline: MonotonicTime? {
        guard state == .held, let hold, let holding else { return nil }
        return holding.time.advanced(by: hold)
    }

    /// The first edge of what may become a press, once.
    mutating func takeContact() -> Contact? {
        guard case .contact(let first) = state, first != seenContact else { return nil }
        seenContact = first
        return Contact(time: first, isUncertain: isUncertain)
    }

    var deadline: MonotonicTime? {
        switch state {
        case .quiet: nil
        case .held: holdDeadline
        case .contact(let first): first.advanced(by: spike)
        case .pulse(_, let since), .released(let since): since.advanced(by: ButtonsTuning.quiet)
        }
    }

    mutating func advance(to now: MonotonicTime) -> [Contact] {
        guard let deadline, now >= deadline else { return [] }
        switch state {
        case .contact(let first):
            state = .held
            defer { noteHold(at: now) }
            return [report(first)]
        case .held: noteHold(at: now)
        case .pulse, .released:
            state = .quiet
            holding = nil
            // A line that was quiet for the whole time has nothing left that a lost edge could make doubtful.
            isUncertain = false
        case .quiet: break
        }
        return []
    }

    private mutating func noteHold(at now: MonotonicTime) {
        guard let holdDeadline, now >= holdDeadline else { return }
        longPress = holding
        holding = nil
    }

    /// Takes an edge in; whoever calls has advanced to its moment.
    mutating func handle(isActive: Bool, at time: MonotonicTime) -> [Contact] {
        switch (state, isActive) {
        case (.quiet, true) where spike > .zero: state = .contact(first: time)
        case (.quiet, true):
            state = .held
            return [report(time)]
        case (.contact(let first), false): state = .pulse(first: first, since: time)
        case (.contact(let first), true), (.pulse(let first, _), true):
            state = .held
            return [report(first)]
        // The end of a contact whose start was lost: a press at an unknown time before.
        case (.quiet, false) where isUncertain:
            state = .released(since: time)
            return [report(time)]
        // The end of nothing: not a press to be sure of, but a line to be let settle.
        case (.quiet, false), (.held, false), (.released, false): state = .released(since: time)
        // Two ends of one pulse: an edge between them was lost, so there was more activity.
        case (.pulse(let first, _), false):
            state = .released(since: time)
            return [report(first)]
        case (.released, true): state = .held
        case (.held, true): break
        }
        return []
    }

    mutating func resynchronise(isActive: Bool, at now: MonotonicTime) -> [Contact] {
        switch (state, isActive) {
        case (.quiet, true):
            isUncertain = true
            state = .held
            return [report(now)]
        case (.contact(let first), true), (.pulse(let first, _), true):
            state = .held
            return [report(first)]
        case (.released, true): state = .held
        case (.contact(let first), false), (.pulse(let first, _), false):
            guard first.duration(to: now) >= spike else {
                state = .pulse(first: first, since: now)
                break
            }
            // Longer than a spike, or more than one: what happened in between is lost.
            state = .released(since: now)
            return [report(first)]
        case (.held, false), (.released, false): state = .released(since: now)
        // What was lost is over; the next press has its own first edge.
        case (.quiet, false): isUncertain = false
        case (.held, true): break
        }
        return []
    }

    /// What is held now does not become a long press any more.
    mutating func forgetHold() {
        holding = nil
    }

    /// Edges up to `now` may be missing: nobody knows that the line was quiet, so a press that is over is not over yet.
    mutating func noteLoss(at now: MonotonicTime) {
        isUncertain = true
        // Nor that it was held all the time.
        holding = nil
        if case .released = state { state = .released(since: now) }
    }

    private mutating func report(_ first: MonotonicTime) -> Contact {
        defer { isUncertain = false }
        let contact = Contact(time: first, isUncertain: isUncertain)
        if hold != nil { holding = contact }
        return contact
    }
}
