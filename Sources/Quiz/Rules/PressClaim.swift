import Timing

/// What a board says about the moment of a press: never believed further than `Ruling` allows.
package struct PressClaim: Hashable, Sendable, Codable {
    /// The press on the host's monotonic clock.
    package let pressedAt: MonotonicTime
    /// How far `pressedAt` may be off, either way; not below zero.
    package let clockError: Duration

    package init(pressedAt: MonotonicTime, clockError: Duration) {
        self.pressedAt = pressedAt
        self.clockError = max(.zero, clockError)
    }
}
