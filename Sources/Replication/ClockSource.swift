import Timing

/// The clock that a session tells its peer of.
package struct ClockSource: Sendable {
    /// The same clock that stamps what comes off the socket.
    package let time: any TimeSource
    /// Names the stretch of the clock that is running: it changes when the clock began anew or stood still, and moments of
    /// different stretches must not be compared. At most 100 printable ASCII characters.
    package let epoch: @Sendable () -> String

    package init(time: any TimeSource, epoch: @escaping @Sendable () -> String) {
        self.time = time
        self.epoch = epoch
    }
}
