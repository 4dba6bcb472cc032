@preconcurrency import Glibc
import Synchronization

/// What the terminal thread runs: waits for keys, for a wake, and draws the latest picture.
///
/// SAFETY: `surface`, `decoder` and `readsInput` are touched by the thread in `run` only; everything else is
/// immutable or behind `shared`.
final class TerminalLoop: @unchecked Sendable {
    private struct Shared {
        var picture: Picture
        /// Set when `picture` differs from what was drawn.
        var isStale = true
        var isClosing = false
    }

    private let shared: Mutex<Shared>
    /// The thread in `run`, 0 before it.
    private let runner = Atomic<UInt>(0)
    private let pipe: WakePipe
    private let input: Int32
    private let onKey: @Sendable (ProjectorKey) -> Void
    private let surface: CursesSurface
    private var decoder = KeyDecoder()
    private var readsInput = true

    /// The surface is made over to the loop: nobody else uses it.
    init(
        surface: sending CursesSurface, pipe: WakePipe, input: Int32, picture: Picture,
        onKey: @escaping @Sendable (ProjectorKey) -> Void
    ) {
        self.surface = surface
        self.pipe = pipe
        self.input = input
        self.onKey = onKey
        shared = Mutex(Shared(picture: picture))
    }

    /// Changes what is to be shown. Any thread.
    func change(_ body: (inout Picture) -> Void) {
        let wakes = shared.withLock { shared in
            let before = shared.picture
            body(&shared.picture)
            guard shared.picture != before, !shared.isStale else { return false }
            shared.isStale = true
            return true
        }
        if wakes { pipe.wake() }
    }

    /// Makes `run` end soon. Any thread.
    func stop() {
        shared.withLock { $0.isClosing = true }
        pipe.wake()
    }

    /// Whether the caller is inside `run`, which is to say inside `onKey`.
    var isRunningHere: Bool { runner.load(ordering: .acquiring) == UInt(pthread_self()) }

    /// Gives the terminal back at once. Only on the thread in `run`, or after it has ended.
    func restore() {
        surface.close()
    }

    /// Draws and listens until `stop`, then gives the terminal back.
    func run() {
        runner.store(UInt(pthread_self()), ordering: .releasing)
        draw()
        while !isClosing {
            wait()
            let size = surface.measure()
            if size.changed { draw(everything: true) }
            if size.changed { deliver(.resize) }
            if shared.withLock({ $0.isStale && !$0.isClosing }) { draw() }
        }
        restore()
    }

    private var isClosing: Bool { shared.withLock { $0.isClosing } }

    private func wait() {
        var watched = [pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)]
        // Without the input's descriptor: at its end it would be ready for ever.
        if readsInput { watched.append(pollfd(fd: input, events: Int16(POLLIN), revents: 0)) }
        guard poll(&watched, nfds_t(watched.count), -1) > 0 else { return }
        if watched[0].revents != 0 { pipe.drain() }
        if readsInput, watched[1].revents != 0 { readKeys() }
    }

    private func readKeys() {
        var bytes = [UInt8](repeating: 0, count: Tuning.inputBytes)
        let count = read(input, &bytes, bytes.count)
        guard count > 0 else {
            if count < 0, errno == EINTR || errno == EAGAIN { return }
            readsInput = false
            return deliver(.quit)
        }
        for stroke in decoder.decode(bytes.prefix(count)) {
            let key = shared.withLock { shared in
                let key = KeyMap.key(for: stroke, shared.picture.keyMode)
                if key != nil, shared.picture.question != nil {
                    shared.picture.question = nil
                    shared.isStale = true
                }
                return key
            }
            if let key { deliver(key) }
        }
    }

    /// No key comes after the stop.
    private func deliver(_ key: ProjectorKey) {
        guard !isClosing else { return }
        onKey(key)
    }

    private func draw(everything: Bool = false) {
        let picture = shared.withLock { shared in
            shared.isStale = false
            return shared.picture
        }
        let size = surface.measure()
        surface.show(picture.drawn(width: size.width, height: size.height), everything: everything || size.changed)
    }
}
