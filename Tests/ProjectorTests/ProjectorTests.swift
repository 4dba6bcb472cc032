@preconcurrency import Glibc
import Synchronization
import Testing

@testable import Projector

/// One after the other: a process has one projector at a time.
@Suite(.serialized) struct ProjectorTests {
    private typealias Keys = AsyncStream<ProjectorKey>

    private func open(_ pty: PseudoTerminal, term: String = "xterm-256color") throws -> (Projector, Keys.Iterator) {
        let (keys, continuation) = Keys.makeStream()
        let projector = try Projector(input: pty.inner, output: pty.inner, term: term) { continuation.yield($0) }
        return (projector, keys.makeAsyncIterator())
    }

    @Test(
        "Scenes reach the terminal, keys come back, and the close gives it back",
        arguments: ["xterm-256color", "linux", "vt100"])
    func roundTrip(term: String) async throws {
        let pty = try PseudoTerminal()
        let before = pty.settings
        var (projector, keys) = try open(pty, term: term)
        #expect(pty.settings != before)
        projector.show(.message(title: "Title", lines: ["さくら é"]))
        #expect(pty.read(until: "さくら é").contains("さくら é"))
        pty.type("1 q")
        #expect(await keys.next() == .digit(1))
        #expect(await keys.next() == .advance)
        #expect(await keys.next() == .quit)
        projector.close()
        #expect(pty.settings == before)
        projector.close()
    }

    @Test("A question is answered once, and then keys mean what they did")
    func question() async throws {
        let pty = try PseudoTerminal()
        var (projector, keys) = try open(pty)
        projector.ask("Really?")
        #expect(pty.read(until: "Really?").contains("Really?"))
        pty.type("qxn ")
        #expect(await keys.next() == .confirm(false))
        #expect(await keys.next() == .advance)
        projector.close()
    }

    @Test("A notice is shown")
    func notice() throws {
        let pty = try PseudoTerminal()
        let (projector, _) = try open(pty)
        projector.notice("Board lost")
        #expect(pty.read(until: "Board lost").contains("Board lost"))
        projector.close()
    }

    @Test("Another window size is told, and drawn for")
    func resize() async throws {
        let pty = try PseudoTerminal()
        var (projector, keys) = try open(pty)
        _ = pty.read(until: "quit")
        pty.resize(width: 30, height: 10)
        kill(getpid(), SIGWINCH)
        #expect(await keys.next() == .resize)
        #expect(pty.read(until: "30 x 10").contains("too small"))
        projector.close()
    }

    @Test("The end of the input is told once, and the projector lives on")
    func endOfInput() async throws {
        let pty = try PseudoTerminal()
        let (gone, continuation) = Keys.makeStream()
        let hungUp = try PseudoTerminal()
        let projector = try Projector(input: hungUp.inner, output: pty.inner, term: "xterm") { continuation.yield($0) }
        var keys = gone.makeAsyncIterator()
        hungUp.hangUp()
        #expect(await keys.next() == .quit)
        projector.show(.message(title: "After", lines: ["still here"]))
        #expect(pty.read(until: "still").contains("still"))
        projector.close()
        continuation.finish()
        #expect(await keys.next() == nil)
    }

    @Test("The close may come from a key's own call, and no key comes after it")
    func closeInside() async throws {
        let pty = try PseudoTerminal()
        let before = pty.settings
        let (keys, continuation) = Keys.makeStream()
        let held = Mutex<Projector?>(nil)
        let projector = try Projector(input: pty.inner, output: pty.inner, term: "xterm") { key in
            held.withLock { $0 }?.close()
            continuation.yield(key)
        }
        held.withLock { $0 = projector }
        pty.type("q1")
        var iterator = keys.makeAsyncIterator()
        #expect(await iterator.next() == .quit)
        projector.close()
        #expect(pty.settings == before)
        held.withLock { $0 = nil }
        continuation.finish()
        #expect(await iterator.next() == nil)
    }

    @Test("Letting go of the projector gives the terminal back")
    func letGo() throws {
        let pty = try PseudoTerminal()
        let before = pty.settings
        do {
            let (projector, _) = try open(pty)
            projector.show(.message(title: "x", lines: []))
        }
        #expect(pty.settings == before)
    }

    @Test("A second projector is refused while one is open")
    func second() throws {
        let pty = try PseudoTerminal()
        let (projector, _) = try open(pty)
        let error = thrown { _ = try open(pty) }
        #expect(error?.code == .alreadyOpen)
        projector.close()
    }

    @Test(
        "A terminal that cannot be used is refused with what to do, and left as it was",
        arguments: [("no-such-terminal", ProjectorError.Code.unknownTerminal), ("dumb", .terminalTooSimple)])
    func unusable(term: String, code: ProjectorError.Code) throws {
        let pty = try PseudoTerminal()
        let before = pty.settings
        let error = thrown { _ = try open(pty, term: term) }
        #expect(error?.code == code)
        #expect(error?.message.contains("TERM=\(term)") == true)
        #expect(pty.settings == before)
    }

    @Test("A pipe is no terminal")
    func pipeIsRefused() throws {
        let pipe = try WakePipe()
        let error = thrown {
            _ = try Projector(input: pipe.reading, output: pipe.writing, term: "xterm") { _ in }
        }
        #expect(error?.code == .notATerminal)
        #expect(error?.message.contains("--headless") == true)
    }

    private func thrown(_ body: () throws -> Void) -> ProjectorError? {
        do {
            try body()
            return nil
        } catch {
            return error as? ProjectorError
        }
    }
}
