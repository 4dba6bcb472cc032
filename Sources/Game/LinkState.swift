/// How a board's connection is doing, by the host's own measurement.
package struct LinkState: Hashable, Sendable {
    /// The median of the last minute's round trips.
    package let roundTrip: Duration
    /// The shortest and the longest of them.
    package let fastest: Duration
    package let slowest: Duration
    /// How far the host's idea of the board's clock may be off; nil when it has none.
    package let clockError: Duration?
    /// Whether the round trips look like those of a radio that sleeps between them.
    package let seemsAsleep: Bool
}
