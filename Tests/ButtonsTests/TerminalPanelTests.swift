import Glibc
import Testing
import Timing

@testable import Buttons

/// The two ends of a pseudo terminal.
private final class PseudoTerminal: Sendable {
    let far: Int32
    let near: Int32

    // TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h, which are macros that Swift does not see.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    init() throws {
        far = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        try #require(far >= 0)
        var isLocked: Int32 = 0
        var number: UInt32 = 0
        try #require(ioctl(far, Self.setLock, &isLocked) == 0 && ioctl(far, Self.getNumber, &number) == 0)
        let name = "/dev/pts/\(number)"
        near = open(name, O_RDWR | O_NOCTTY)
        try #require(near >= 0)
    }

    deinit {
        close(far)
        close(near)
    }

    func type(_ text: String) {
        var bytes = Array(text.utf8)
        #expect(write(far, &bytes, bytes.count) == bytes.count)
    }

    var localFlags: tcflag_t {
        var settings = termios()
        tcgetattr(near, &settings)
        return settings.c_lflag
    }
}

/// One terminal at a time can be the keyboard of a process, so these run one after the other.
@Suite(.serialized, .timeLimit(.minutes(1))) struct TerminalPanelTests {
    private enum Heard: Equatable {
        case press(Int)
        case gone
    }

    @Test func keysArriveOneByOneAndTheTerminalIsGivenBack() async throws {
        let terminal = try PseudoTerminal()
        let before = terminal.localFlags
        let (stream, continuation) = AsyncStream.makeStream(of: Heard.self)
        let panel = try TerminalPanel(input: terminal.near) { continuation.yield(.gone) }
        try panel.start { continuation.yield(.press($0.button)) }
        #expect(terminal.localFlags & tcflag_t(ICANON | ECHO) == 0)
        #expect(terminal.localFlags & tcflag_t(ISIG) != 0)
        terminal.type("2x4\u{04}")
        var heard: [Heard] = []
        for await event in stream {
            heard.append(event)
            if event == .gone { break }
        }
        #expect(heard == [.press(1), .press(3), .gone])
        panel.stop()
        panel.stop()
        #expect(terminal.localFlags == before)
    }

    @Test func aSecondPanelIsRefusedUntilTheFirstStops() throws {
        let terminal = try PseudoTerminal()
        let first = try TerminalPanel(input: terminal.near)
        let second = try TerminalPanel(input: terminal.near)
        try first.start { _ in }
        #expect(throws: ButtonsError.self) { try second.start { _ in } }
        first.stop()
        try second.start { _ in }
        second.stop()
    }

    @Test func aPipeIsNotATerminal() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        let panel = try TerminalPanel(input: ends[0])
        #expect {
            try panel.start { _ in }
        } throws: { ($0 as? ButtonsError)?.code == .notATerminal }
    }
}
