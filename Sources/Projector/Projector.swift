@preconcurrency import Glibc
import Synchronization

/// The host's screen: shows scenes on a terminal, and tells which keys were pressed.
///
/// One thread of its own draws and listens; every method may be called from any thread and only hands over. A process
/// has at most one open projector. The terminal is given back by `close`, by the last reference going, by `exit`, and
/// when a signal ends a process that does not handle it.
///
/// ```swift
/// let projector = try Projector { key in keys.yield(key) }
/// projector.show(.message(title: "Pulsador", lines: ["Hello"]))
/// ```
package final class Projector: Sendable {
    private let loop: TerminalLoop
    /// Nil once joined.
    private let thread: Mutex<TerminalThread?>

    /// Takes over a terminal and shows a first, empty scene.
    ///
    /// - Parameters:
    ///   - input: A terminal's descriptor to read keys from; it stays the caller's, and open until the close.
    ///   - output: A terminal's descriptor to draw on, likewise.
    ///   - term: The terminal's name in terminfo; nil takes it from `TERM`.
    ///   - onKey: Called on the terminal thread, one key at a time: enqueue and return. It may call any method here.
    /// - Throws: `ProjectorError`, with the terminal as it was.
    package init(
        input: Int32 = 0, output: Int32 = 1, term: String? = nil,
        onKey: @escaping @Sendable (ProjectorKey) -> Void
    ) throws {
        guard let name = term ?? Self.environment("TERM") else { throw ProjectorError.noTerm }
        let pipe = try WakePipe()
        let surface = try CursesSurface(
            input: input, output: output, term: name, wake: pipe.writing, colors: Self.environment("NO_COLOR") == nil)
        let empty = Picture(scene: .message(title: "Pulsador", lines: []))
        loop = TerminalLoop(surface: surface, pipe: pipe, input: input, picture: empty, onKey: onKey)
        thread = Mutex(try TerminalThread(loop))
    }

    deinit {
        close()
        // Still there when the last reference went on the thread itself, which cannot wait for its own end.
        thread.withLock { $0?.detach() }
    }

    /// Shows a scene in place of the last. Of several in quick succession only the last may be drawn.
    package func show(_ scene: Scene) {
        loop.change { $0.scene = scene }
    }

    /// Puts a yes-or-no question over the scene. Until it is answered, by one `.confirm`, no key but Ctrl-C means anything
    /// else; Ctrl-C takes it away and comes as `.quit`.
    package func ask(_ question: String) {
        loop.change { $0.question = question }
    }

    /// Takes a question away that was answered elsewhere; no `.confirm` comes for it, but for one that is on its way.
    package func withdrawQuestion() {
        loop.change { $0.question = nil }
    }

    /// Shows a line of status at the bottom, or takes it away.
    package func notice(_ text: String?) {
        loop.change { $0.notice = text }
    }

    /// Gives the terminal back, and returns when it is. Idempotent. No key comes after it, but for one whose call has
    /// begun: do not hold a lock that `onKey` takes.
    package func close() {
        loop.stop()
        if loop.isRunningHere { return loop.restore() }
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
    }

    /// A variable that is set and not empty.
    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
