/// Which sequences of an ascending stream are done: the mark up to which there is no gap.
///
/// `Token` is what the stream calls a sequence: a number here, any JSON value from a peer.
struct SequenceTracker<Token: Sendable>: Sendable {
    private enum State {
        case open
        case done
        case postponed
    }

    private var waiting: [(token: Token, state: State)] = []
    private var first = 0
    private var base = 0
    private var openCount = 0
    /// The last sequence before the first one that is not done.
    private(set) var mark: Token
    /// Sequences that a postponed one may hold up, before it is given up: bounds memory in a long connection.
    private let maxHeldUp: Int

    init(_ mark: Token, maxHeldUp: Int = 10_000) {
        self.mark = mark
        self.maxHeldUp = maxHeldUp
    }

    /// Whether everything added is done, or left for another time.
    var isComplete: Bool { openCount == 0 }

    /// Sequences added and not yet passed by the mark.
    var count: Int { waiting.count - first }

    /// Adds the next sequence. Returns the ticket with which it is marked done; a sequence with nothing to do is
    /// `done` at once.
    @discardableResult
    mutating func add(_ token: Token, done: Bool = false) -> Int {
        waiting.append((token, done ? .done : .open))
        let ticket = base + waiting.count - 1
        if !done { openCount += 1 }
        advance()
        return ticket
    }

    /// Marks one sequence as done. Doing so twice is harmless.
    mutating func finish(_ ticket: Int) {
        set(ticket, .done)
    }

    /// Leaves one sequence for the next connection: nobody waits for it any more, and the mark does not pass it.
    mutating func postpone(_ ticket: Int) {
        set(ticket, .postponed)
    }

    private mutating func set(_ ticket: Int, _ state: State) {
        let index = ticket - base
        guard index >= first, index < waiting.count, waiting[index].state == .open else { return }
        waiting[index].state = state
        openCount -= 1
        advance()
    }

    private mutating func advance() {
        while first < waiting.count, isPassable(waiting[first].state) {
            mark = waiting[first].token
            first += 1
        }
        if first > 256, first * 2 > waiting.count {
            waiting.removeFirst(first)
            base += first
            first = 0
        }
    }

    private func isPassable(_ state: State) -> Bool {
        switch state {
        case .open: false
        case .done: true
        case .postponed: count > maxHeldUp
        }
    }
}
