import CGPIO
import FoundationEssentials

/// An open GPIO chip. Used by one thread at a time.
///
///     let chip = try GPIOChip(path: "/dev/gpiochip0")
///     print(chip.title, try chip.line(17))
package final class GPIOChip {
    /// The kernel's name, such as `gpiochip0`. The number may be another after the next boot.
    package let name: String
    /// Its driver's name for it, such as `pinctrl-bcm2711`.
    package let label: String
    package let lineCount: Int
    let handle: OpaquePointer

    /// Opens `/dev/gpiochipN`. Throws the errno value that the system refuses it with.
    package init(path: String) throws(SystemError) {
        var handle: OpaquePointer?
        let status = cgpio_chip_open(path, &handle)
        guard status == 0, let handle else { throw SystemError(status) }
        self.handle = handle
        name = String(cString: cgpio_chip_name(handle))
        label = String(cString: cgpio_chip_label(handle))
        lineCount = Int(cgpio_chip_line_count(handle))
    }

    deinit {
        cgpio_chip_close(handle)
    }

    /// For messages: `gpiochip0 "pinctrl-bcm2711"`.
    package var title: String { "\(name) \"\(label.printable)\"" }

    /// How a line is now. Throws an errno value: EINVAL for an offset that the chip does not have.
    package func line(_ offset: Int) throws(SystemError) -> GPIOLine {
        var line: OpaquePointer?
        let status = cgpio_line_new(handle, UInt32(clamping: offset), &line)
        guard status == 0, let line else { throw SystemError(status) }
        defer { cgpio_line_free(line) }
        return GPIOLine(offset: offset, line)
    }

    /// All lines, in order; one that cannot be read is left out.
    package var lines: [GPIOLine] {
        (0..<lineCount).compactMap { offset in
            do { return try line(offset) } catch { return nil }
        }
    }

    /// The version of libgpiod that is at work, such as `2.2.1`.
    package static var libraryVersion: String { String(cString: cgpio_library_version()) }

    /// The paths of this machine's chips, by number.
    package static func paths(in folder: String = "/dev") -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let numbers = files.compactMap { $0.hasPrefix("gpiochip") ? Int($0.dropFirst(8)) : nil }
        return numbers.sorted().map { "\(folder)/gpiochip\($0)" }
    }
}
