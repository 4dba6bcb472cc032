import Timing

/// One change of a line's level, as the kernel reports it.
package struct Edge: Hashable, Sendable {
    /// The button's line, from 0.
    package let line: Int
    /// Whether the line became active, that is: the contact closed.
    package let isActive: Bool
    /// When it happened, by the kernel's stamp.
    package let time: MonotonicTime
    /// Counts the edges of all lines of the request, from any start; `nil` when the source does not count.
    package let sequence: UInt64?

    package init(line: Int, isActive: Bool, time: MonotonicTime, sequence: UInt64? = nil) {
        self.line = line
        self.isActive = isActive
        self.time = time
        self.sequence = sequence
    }
}
