@preconcurrency import Glibc
import Synchronization

/// Both ends of a pseudo terminal of 80 by 24.
final class PseudoTerminal: Sendable {
    struct Failure: Error {}

    // TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h: macros that Swift does not import.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    /// The end a person sits at.
    let outer: Int32
    private let isHungUp = Atomic(false)
    /// The end a program runs on.
    let inner: Int32

    init() throws {
        outer = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var locked: Int32 = 0
        var number: Int32 = 0
        guard outer >= 0, ioctl(outer, Self.setLock, &locked) == 0, ioctl(outer, Self.getNumber, &number) == 0 else {
            throw Failure()
        }
        inner = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        guard inner >= 0 else { throw Failure() }
        resize(width: 80, height: 24)
    }

    deinit {
        hangUp()
        close(inner)
    }

    /// Takes the person's end away, as when a window is closed.
    func hangUp() {
        if !isHungUp.exchange(true, ordering: .relaxed) { close(outer) }
    }

    func resize(width: Int, height: Int) {
        var size = winsize(ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(outer, UInt(TIOCSWINSZ), &size)
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(outer, bytes, bytes.count)
    }

    /// What the terminal's settings are now: the flags, and the keys with a meaning.
    var settings: [UInt32] {
        var settings = termios()
        tcgetattr(inner, &settings)
        return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
    }

    /// Reads what the program has sent until `text` comes, or nothing for ten seconds (a hang). Blocks.
    func read(until text: String) -> String {
        var seen: [UInt8] = []
        while true {
            let string = String(decoding: seen, as: UTF8.self)
            if string.contains(text) { return string }
            var watched = pollfd(fd: outer, events: Int16(POLLIN), revents: 0)
            guard poll(&watched, 1, 10_000) > 0 else { return string }
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = Glibc.read(outer, &bytes, bytes.count)
            guard count > 0 else { return string }
            seen += bytes.prefix(count)
        }
    }
}
