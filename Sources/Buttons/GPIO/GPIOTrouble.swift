import Glibc

/// What people meet with pins, each in one line that says what to do.
enum GPIOTrouble {
    /// A chip's file that cannot be opened.
    static func opening(_ path: String, _ error: SystemError, others: String) -> ButtonsError {
        switch error.code {
        case EACCES, EPERM:
            ButtonsError(
                .noPermission,
                "this user may not use the pins; run 'sudo usermod -aG gpio $USER' and log in again, and if the file is not "
                    + "the group gpio's, add the udev rule SUBSYSTEM==\"gpio\", KERNEL==\"gpiochip*\", GROUP=\"gpio\", "
                    + "MODE=\"0660\"",
                context: path)
        case ENOENT, ENODEV, ENXIO, ENOTTY, EINVAL, EISDIR:
            ButtonsError(
                .noDevice, "this is no GPIO chip; there are \(others): name one with --buttons gpio:CHIP", context: path
            )
        default: ButtonsError(.system, "cannot be opened: \(error)", context: path)
        }
    }

    static func noChip(_ wanted: String, of file: String?, others: String) -> ButtonsError {
        let what = file.map { "no chip \(wanted), which \($0.printable) names" } ?? "no chip \(wanted.printable)"
        return ButtonsError(
            .noDevice,
            "there is \(what), but \(others); choose the pin map of this board with --board, or a chip with "
                + "--buttons gpio:CHIP", context: "gpio")
    }

    static func noChipHasLines(_ map: PinMap, others: String) -> ButtonsError {
        let lines = (map.buttons + map.lamps + [map.beeper].compactMap { $0 }).compactMap(\.alternatives.first)
        return ButtonsError(
            .noDevice,
            "no chip has the lines \(lines.listed); there are \(others): choose the pin map of this board with --board",
            context: map.file.printable)
    }

    static func noLine(_ line: PinMap.Line, _ chip: GPIOChip, _ lines: [GPIOLine]) -> ButtonsError {
        let wanted = line.alternatives.map { "'\($0.printable)'" }.joined(separator: " or ")
        let names = lines.compactMap(\.name).map { $0.printable }
        let range = "0 to \(max(0, lines.count - 1))"
        let there =
            names.isEmpty ? "its lines have no names, only the numbers \(range)" : "it has \(names.listed), or \(range)"
        return ButtonsError(
            .noLine, "\(chip.title) has no line \(wanted); \(there)", context: line.place)
    }

    /// Lines that the kernel does not give. `what` is for whom they were.
    static func request(
        _ what: String, _ error: SystemError, _ chip: GPIOChip, _ offsets: [Int], map: PinMap
    ) -> ButtonsError {
        switch error.code {
        case EBUSY:
            let used = offsets.compactMap { offset -> GPIOLine? in
                do { return try chip.line(offset) } catch { return nil }
            }.first { $0.isUsed }
            let line = used?.title ?? offsets.map { "\($0)" }.joined(separator: ", ")
            let owner = used?.consumer.map { "'\($0.printable)'" } ?? "another program or driver"
            return ButtonsError(
                .busy,
                "line \(line) for \(what) is in use by \(owner); end that, or choose another line in \(map.file.printable)",
                context: chip.title)
        case EACCES, EPERM: return opening("/dev/\(chip.name)", error, others: "")
        case ENODEV: return ButtonsError(.gone, "the chip is gone", context: chip.title)
        case EINVAL, ENOTTY, ENOSYS:
            let kernel = Kernel.release
            let advice =
                Kernel.isOlder(kernel, than: (5, 10))
                ? "Linux \(kernel) is too old for it; 5.10 or newer is needed"
                : "the chip does not take this request; choose lines that can be read and can interrupt"
            return ButtonsError(.system, "no \(what) on lines \(offsets): \(error): \(advice)", context: chip.title)
        case ENXIO:
            return ButtonsError(
                .system,
                "lines \(offsets) cannot interrupt, so no press can be seen; choose others in \(map.file.printable)",
                context: chip.title)
        default:
            return ButtonsError(.system, "no \(what) on lines \(offsets): \(error)", context: chip.title)
        }
    }
}
