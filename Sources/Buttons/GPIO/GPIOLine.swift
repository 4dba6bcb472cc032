import CGPIO

/// How a line of a chip was when it was asked.
package struct GPIOLine: Hashable, Sendable {
    package enum Bias: String, Hashable, Sendable {
        case unknown
        case none
        case pullUp = "pull-up"
        case pullDown = "pull-down"
    }

    /// The line's number on its chip, from 0.
    package let offset: Int
    package let name: String?
    /// Whether a program or a driver has it.
    package let isUsed: Bool
    /// Who has it, as far as they said.
    package let consumer: String?
    package let isOutput: Bool
    package let isActiveLow: Bool
    package let bias: Bias

    /// For messages: `17 (GPIO17)`.
    package var title: String { name.map { "\(offset) (\($0.printable))" } ?? "\(offset)" }
}

extension GPIOLine {
    /// Copies from a handle, which stays the caller's.
    init(offset: Int, _ handle: OpaquePointer) {
        self.offset = offset
        name = cgpio_line_name(handle).map { String(cString: $0) }
        isUsed = cgpio_line_is_used(handle)
        consumer = cgpio_line_consumer(handle).map { String(cString: $0) }
        isOutput = cgpio_line_is_output(handle)
        isActiveLow = cgpio_line_is_active_low(handle)
        switch cgpio_line_bias(handle) {
        case CGPIO_BIAS_NONE: bias = .none
        case CGPIO_BIAS_PULL_UP: bias = .pullUp
        case CGPIO_BIAS_PULL_DOWN: bias = .pullDown
        default: bias = .unknown
        }
    }
}
