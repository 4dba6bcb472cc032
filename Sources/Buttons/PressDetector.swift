import Timing

/// Finds the presses among the edges of four bouncing contacts.
///
/// A value without clock or I/O. Rules for each line:
///
/// * The first active edge of a quiet line is the press, with its time; everything until the line has been inactive
///   and quiet for 10 ms belongs to it. A release that bounces is never a press.
/// * An active pulse shorter than 1 ms that no further edge follows within the quiet time is a spike, and no press.
/// * A button that is held from the start answers only after it was released and quiet.
/// * A press whose contact is still closed two seconds later is a long one too, for whoever asks; bounces do not end it.
/// * Where edges were lost, an end without a start counts as a press of uncertain time: it is better told late than not.
///
/// **Latency.** A press is reported as soon as it cannot be a spike any more, with the time of its first edge: 1 ms
/// after that edge when the contact holds, at the second contact when it bounces earlier, so at most 1 ms late (10 ms
/// if the first pulse is a spike-like bounce and the contact then stays open that long). The time it carries is not
/// affected; only the lamp and the message are later by it.
///
/// **Order.** Hand in all edges that have been read before advancing: `advance(to:)` takes a missing edge for a level
/// that stays. Edges of one line must be in order of time; one that goes back is taken as simultaneous.
package struct PressDetector: Hashable, Sendable {
    private var lines: [PressLine]
    private var lastSequence: UInt64?

    /// Set when the sequence numbers show that edges were lost: read the levels and call `resynchronise`.
    package private(set) var needsLevels = false

    /// - Parameters:
    ///   - levels: which lines are active at the start; missing ones are inactive.
    ///   - spike: an active pulse shorter than this, alone, is no press; zero for contacts that are debounced already,
    ///     whose presses are certain at once.
    ///   - hold: how long a press must be held to be a long one, see `takeHolds`; `nil` for whoever does not ask.
    ///   - sequence: the number of the last edge before the start, for sources that count; `nil` takes the first number
    ///     as it comes.
    package init(
        levels: [Bool] = [], spike: Duration = ButtonsTuning.spike, hold: Duration? = nil, sequence: UInt64? = nil
    ) {
        lines = (0..<ButtonsTuning.lineCount).map { line in
            PressLine(isHeld: levels.indices.contains(line) && levels[line], spike: spike, hold: hold)
        }
        lastSequence = sequence
    }

    /// When `advance(to:)` is wanted if no edge comes before; `nil` when only an edge can change anything.
    package var deadline: MonotonicTime? {
        lines.compactMap(\.deadline).min()
    }

    /// Contacts that are made, and may or may not become presses: each once, for whoever can use the time until then.
    package mutating func takeContacts() -> [Press] {
        lines.indices.compactMap { lines[$0].takeContact()?.press(of: $0) }
    }

    /// Presses that have become long ones, each once, after they were reported; with the time of the press.
    package mutating func takeHolds() -> [Press] {
        lines.indices.compactMap { lines[$0].takeHold()?.press(of: $0) }
    }

    /// From here on nobody can tell how long a button is held: what is held now does not become a long press.
    package mutating func forgetHolds() {
        for line in lines.indices { lines[line].forgetHold() }
    }

    /// Takes one edge in; returns the presses that are certain by its moment. An edge of an unknown line is ignored.
    package mutating func handle(_ edge: Edge) -> [Press] {
        var presses = advance(to: edge.time)
        noteGap(before: edge)
        guard lines.indices.contains(edge.line) else { return presses }
        presses += lines[edge.line].handle(isActive: edge.isActive, at: edge.time).map { $0.press(of: edge.line) }
        return presses
    }

    /// Lets time pass; returns the presses that have become certain, the earliest first.
    package mutating func advance(to now: MonotonicTime) -> [Press] {
        var presses: [Press] = []
        for line in lines.indices {
            presses += lines[line].advance(to: now).map { $0.press(of: line) }
        }
        return presses.sorted { $0.time < $1.time }
    }

    /// Takes in the levels read after edges were lost. A quiet line that is now active was pressed meanwhile: that is
    /// a press, at `now` and uncertain.
    package mutating func resynchronise(levels: [Bool], at now: MonotonicTime) -> [Press] {
        needsLevels = false
        var presses: [Press] = []
        for (line, level) in zip(lines.indices, levels) {
            presses += lines[line].resynchronise(isActive: level, at: now).map { $0.press(of: line) }
        }
        return presses + advance(to: now)
    }

    /// Edges up to `now`, after those handed in so far, may be missing, as a source says that does not number them.
    package mutating func noteLoss(at now: MonotonicTime) {
        needsLevels = true
        for line in lines.indices { lines[line].noteLoss(at: now) }
    }

    private mutating func noteGap(before edge: Edge) {
        guard let sequence = edge.sequence else { return }
        if let lastSequence, sequence != lastSequence &+ 1 { noteLoss(at: edge.time) }
        lastSequence = sequence
    }
}
