import Glibc

/// Chips that cannot pull their lines.
enum GPIOBias {
    /// ENOTSUPP of the kernel, which is no errno of the C library.
    private static let notSupported: Int32 = 524

    static func mayBeRefused(_ error: SystemError) -> Bool {
        [EINVAL, ENOTSUP, EOPNOTSUPP, notSupported].contains(error.code)
    }

    static func advice(_ chip: GPIOChip, _ map: PinMap) -> String {
        let (direction, rail) = map.bias == .pullUp ? ("up", "3.3 V") : ("down", "ground")
        return "\(chip.title) cannot pull its lines \(direction): wire 10 kΩ from each button's line to \(rail), "
            + "and say pull = none in \(map.file.printable)"
    }
}
