import Timing

/// Plays a script: from triggers and time to presses. A value without clock or threads; `MockPanel` has those.
struct ScriptPlayer: Sendable {
    private struct Scheduled {
        let time: MonotonicTime
        /// Keeps the script's order among edges of one moment.
        let order: Int
        let line: Int
        let isActive: Bool
    }

    private let script: ButtonScript
    private var detector = PressDetector()
    /// Latest first, so that the next one is taken from the end.
    private var agenda: [Scheduled] = []
    private var orders = 0
    private var isStarted = false
    private var lastOpening: Int?
    private var wasInLobby = false

    init(_ script: ButtonScript) {
        self.script = script
    }

    /// When `advance(to:)` is wanted; `nil` when only a trigger can bring more.
    var deadline: MonotonicTime? {
        [agenda.last?.time, detector.deadline].compactMap { $0 }.min()
    }

    /// Before the start: long presses are wanted too.
    mutating func reportsHolds() {
        guard !isStarted else { return }
        detector = PressDetector(hold: ButtonsTuning.hold)
    }

    mutating func start(at moment: MonotonicTime) {
        isStarted = true
        schedule(at: moment) { $0 == .start }
    }

    /// Once per script: told again, it changes nothing.
    mutating func lobbyEntered(at moment: MonotonicTime) {
        guard isStarted, !wasInLobby else { return }
        wasInLobby = true
        schedule(at: moment) { $0 == .lobby }
    }

    /// Told again of the same opening, it changes nothing.
    mutating func questionOpened(index: Int, opening: Int, at moment: MonotonicTime) {
        guard isStarted, lastOpening != opening else { return }
        lastOpening = opening
        schedule(at: moment) { $0 == .question(index) || $0 == .question(nil) }
    }

    mutating func called(at moment: MonotonicTime) {
        guard isStarted else { return }
        schedule(at: moment) { $0 == .call }
    }

    /// Plays all edges up to `now`; returns the presses that are certain by then, in order.
    mutating func advance(to now: MonotonicTime) -> [Press] {
        var presses: [Press] = []
        while let next = agenda.last, next.time <= now {
            agenda.removeLast()
            presses += detector.handle(Edge(line: next.line, isActive: next.isActive, time: next.time))
        }
        return presses + detector.advance(to: now)
    }

    /// See `PressDetector.takeContacts`.
    mutating func takeContacts() -> [Press] { detector.takeContacts() }

    /// See `PressDetector.takeHolds`.
    mutating func takeHolds() -> [Press] { detector.takeHolds() }

    private mutating func schedule(at moment: MonotonicTime, _ isDue: (ButtonScript.Trigger) -> Bool) {
        for step in script.steps where isDue(step.trigger) {
            for edge in step.action.edges {
                let time = moment.advanced(by: step.delay + edge.offset)
                agenda.append(Scheduled(time: time, order: orders, line: edge.line, isActive: edge.isActive))
                orders += 1
            }
        }
        agenda.sort { ($0.time, $0.order) > ($1.time, $1.order) }
    }
}
