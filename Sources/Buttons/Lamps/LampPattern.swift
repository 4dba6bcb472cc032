/// What the lamps of a panel show, one per button.
package struct LampPattern: Hashable, Sendable {
    package enum Lamp: String, Hashable, Sendable {
        case off
        case on
        /// About once a second.
        case slow
        /// About four times a second.
        case fast
        /// As `slow`, and on when that is off: two lamps that take turns.
        case turn
        /// A short flash every two seconds: alive, and nothing to do.
        case glint
        /// A light that runs from the first lamp to the last, once a second: on all four lamps together.
        case running
    }

    /// Lamps by button, from 0; always four.
    package let lamps: [Lamp]

    /// Missing lamps are off, surplus ones are dropped.
    package init(_ lamps: [Lamp]) {
        let missing = max(0, ButtonsTuning.lineCount - lamps.count)
        self.lamps = lamps.prefix(ButtonsTuning.lineCount) + Array(repeating: .off, count: missing)
    }

    /// All four lamps alike.
    package static func all(_ lamp: Lamp) -> LampPattern {
        LampPattern(Array(repeating: lamp, count: ButtonsTuning.lineCount))
    }

    /// One lamp, the others off. A button that does not exist leaves all off.
    package static func only(_ button: Int, _ lamp: Lamp) -> LampPattern {
        LampPattern((0..<ButtonsTuning.lineCount).map { $0 == button ? lamp : .off })
    }
}
