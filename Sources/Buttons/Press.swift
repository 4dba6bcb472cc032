import Timing

/// One press of one button by a finger.
package struct Press: Hashable, Sendable {
    /// From 0.
    package let button: Int
    /// The first contact.
    package let time: MonotonicTime
    /// Whether edges around it were lost, so that the contact may have been earlier than `time`.
    package let isTimeUncertain: Bool

    package init(button: Int, time: MonotonicTime, isTimeUncertain: Bool = false) {
        self.button = button
        self.time = time
        self.isTimeUncertain = isTimeUncertain
    }
}
