import FoundationEssentials
import Synchronization
@preconcurrency import Glibc

/// Where a command's words go: results to standard output, everything else to standard error.
enum Output {
    static let standardError = STDERR_FILENO

    private static let background = BackgroundOutput { write($0, to: $1) }
    private static let isInBackground = Atomic(false)

    /// From now on lines do not wait for who reads them. At the exit they are waited for, for two seconds.
    static func goToBackground() {
        guard !isInBackground.exchange(true, ordering: .acquiringAndReleasing) else { return }
        atexit { Output.background.flush(atMost: .seconds(2)) }
    }

    /// Writes a line to standard output. A reader that went away ends the process quietly, as in any pipe.
    static func line(_ text: String) {
        put(text + "\n", to: STDOUT_FILENO)
    }

    /// Writes to standard output what is worth nothing when a part of it is missing, as it is. Throws `CommandError` when
    /// not all of it can be written; a reader that went away ends the process quietly.
    static func result(_ text: String) throws {
        let number = write(text, to: STDOUT_FILENO)
        guard number == 0 else {
            throw CommandError("standard output cannot be written: \(String(cString: strerror(number)))")
        }
    }

    /// Writes a value as one line of JSON with sorted keys.
    static func json(_ value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return }
        line(String(decoding: data, as: UTF8.self))
    }

    /// Whether notes go to a terminal, which may be the one a picture is drawn on.
    static var notesGoToTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes a line to standard error.
    static func note(_ text: String) {
        put(text + "\n", to: STDERR_FILENO)
    }

    private static func put(_ text: String, to descriptor: Int32) {
        if isInBackground.load(ordering: .acquiring) {
            background.put(text, to: descriptor)
        } else {
            write(text, to: descriptor)
        }
    }

    /// Returns 0, or the error number of what could not be written.
    @discardableResult
    private static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes.removeFirst(count)
            } else if errno == EPIPE {
                exit(descriptor == STDOUT_FILENO ? 0 : 1)
            } else if errno != EINTR && errno != EAGAIN {
                return errno
            }
        }
        return 0
    }
}
