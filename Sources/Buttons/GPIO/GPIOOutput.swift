import CGPIO

/// Output lines in one request that stays open: some chips drop a line's level when its request ends.
/// Used by the thread that made it.
final class GPIOOutput: LevelOutput {
    let title: String
    private let chip: GPIOChip
    private let handle: OpaquePointer
    private let count: Int

    /// Requests the lines, all inactive. Throws the errno value of a refusal.
    init(_ chip: GPIOChip, offsets: [Int], consumer: String, isActiveLow: Bool) throws(SystemError) {
        self.chip = chip
        title = "\(chip.title), lines \(offsets.map { "\($0)" }.joined(separator: ", "))"
        count = offsets.count
        var handle: OpaquePointer?
        let status = cgpio_output_request(
            chip.handle, offsets.map { UInt32(clamping: $0) }, offsets.count, consumer, isActiveLow, &handle)
        guard status == 0, let handle else { throw SystemError(status) }
        self.handle = handle
    }

    deinit {
        cgpio_output_release(handle)
    }

    /// Sets all lines; missing levels are inactive. Throws an errno value: ENODEV when the chip is gone.
    func set(_ levels: [Bool]) throws(SystemError) {
        let levels = (0..<count).map { levels.indices.contains($0) && levels[$0] }
        let status = cgpio_output_set(handle, levels)
        guard status == 0 else { throw SystemError(status) }
    }
}
