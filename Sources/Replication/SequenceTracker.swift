/// Which sequences of an ascending stream are done: the mark up to which there is no gap.
///
/// `Token` is what the stream calls a sequence: a number here, any JSON value from a peer.
struct SequenceTracker<Token: Sendable>: Sendable {
    private var waiting: [(token: Token, isDone: Bool)] = []
    private var first = 0
    /// The last sequence before the first one that is not done.
    private(set) var mark: Token

    init(_ mark: Token) {
        self.mark = mark
    }

    /// Whether everything added is done.
    var isComplete: Bool { first == waiting.count }

    /// Sequences added and not yet passed by the mark.
    var count: Int { waiting.count - first }

    /// Adds the next sequence. Returns the ticket with which it is marked done; a sequence with nothing to do is
    /// `done` at once.
    @discardableResult
    mutating func add(_ token: Token, done: Bool = false) -> Int {
        waiting.append((token, done))
        let ticket = base + waiting.count - 1
        if done { advance() }
        return ticket
    }

    /// Marks one sequence as done. Doing so twice is harmless.
    mutating func finish(_ ticket: Int) {
        let index = ticket - base
        guard index >= first, index < waiting.count else { return }
        waiting[index].isDone = true
        advance()
    }

    private var base = 0

    private mutating func advance() {
        while first < waiting.count, waiting[first].isDone {
            mark = waiting[first].token
            first += 1
        }
        if first > 256, first * 2 > waiting.count {
            waiting.removeFirst(first)
            base += first
            first = 0
        }
    }
}
