import CGPIO
import Glibc
import Timing

/// The four button lines of a chip in one request, watched for both edges.
///
/// SAFETY: `@unchecked`: its maker hands it to the reader's thread, and only one of them uses it at a time.
final class GPIOInput: EdgeSource, @unchecked Sendable {
    let title: String
    var spike: Duration { ButtonsTuning.spike }
    /// The library counts from 1.
    var sequence: UInt64? { 0 }

    private let chip: GPIOChip
    private var handle: OpaquePointer?
    private var buffer = [cgpio_edge](repeating: cgpio_edge(), count: ButtonsTuning.kernelEdges)
    private var lastLevels: [Bool]

    /// Requests the lines. Throws the errno value of a refusal.
    init(
        _ chip: GPIOChip, offsets: [Int], bias: GPIOLine.Bias, isActiveLow: Bool
    ) throws(SystemError) {
        self.chip = chip
        title = "\(chip.title), lines \(offsets.map { "\($0)" }.joined(separator: ", "))"
        lastLevels = Array(repeating: false, count: offsets.count)
        var handle: OpaquePointer?
        let status = cgpio_input_request(
            chip.handle, offsets.map { UInt32(clamping: $0) }, offsets.count, GPIOConsumer.buttons, bias.code,
            isActiveLow, ButtonsTuning.kernelEdges, &handle)
        guard status == 0, let handle else { throw SystemError(status) }
        self.handle = handle
    }

    deinit {
        close()
    }

    var descriptor: Int32 { handle.map { cgpio_input_descriptor($0) } ?? -1 }

    func read(into edges: inout [Edge]) throws(ButtonsError) -> Bool {
        guard let handle else { throw gone(ENODEV) }
        var isLossy = false
        let count = cgpio_input_read(handle, &buffer, buffer.count, &isLossy)
        guard count >= 0 else { throw gone(-count) }
        for edge in buffer.prefix(Int(count)) {
            edges.append(
                Edge(
                    line: Int(edge.line), isActive: edge.is_active, time: MonotonicTime(nanoseconds: edge.time_ns),
                    sequence: edge.sequence))
        }
        return isLossy
    }

    func levels() throws(ButtonsError) -> [Bool] {
        guard let handle else { throw gone(ENODEV) }
        let status = cgpio_input_levels(handle, &lastLevels)
        guard status == 0 else { throw gone(status) }
        return lastLevels
    }

    func close() {
        guard let handle else { return }
        cgpio_input_release(handle)
        self.handle = nil
    }

    private func gone(_ code: Int32) -> ButtonsError {
        let reason = code == ENODEV ? "the chip is gone" : "\(SystemError(code))"
        return ButtonsError(.gone, reason, context: chip.title)
    }
}

/// What other programs see as the user of our lines.
enum GPIOConsumer {
    static let buttons = "pulsador"
    static let lamps = "pulsador-lamps"
    static let beeper = "pulsador-beeper"
    static let all = [buttons, lamps, beeper]
}

extension GPIOLine.Bias {
    var code: cgpio_bias {
        switch self {
        case .unknown: CGPIO_BIAS_UNKNOWN
        case .none: CGPIO_BIAS_NONE
        case .pullUp: CGPIO_BIAS_PULL_UP
        case .pullDown: CGPIO_BIAS_PULL_DOWN
        }
    }
}
