import Glibc
import Synchronization

/// The one changed terminal of the process, and its way back.
///
/// `enter` turns off line buffering and echo. The settings come back with `leave`, at `exit`, and when one of SIGHUP,
/// SIGINT, SIGQUIT and SIGTERM comes; what the process did with the signal before happens after that. A signal that the
/// process ignored stays ignored, and one that it blocks and waits for must lead it to `leave` or `exit`.
enum TerminalMode {
    private static let endingSignals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM].map(Int.init)

    /// Reads by a signal handler, so memory of its own that is never freed.
    ///
    /// SAFETY: written only in `enter`, under `lock`, before `descriptor` is set; read only after a non-negative
    /// `descriptor` was seen.
    private nonisolated(unsafe) static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    /// What each signal did before, by its number; memory as `saved`.
    ///
    /// SAFETY: an element is written once, in `setHooks`, before the handler that reads it is set.
    private nonisolated(unsafe) static let former = UnsafeMutablePointer<sigaction>.allocate(
        capacity: (endingSignals.max() ?? 0) + 1)
    /// The changed terminal; -1 for none.
    private static let descriptor = Atomic<Int32>(-1)
    private static let lock = Mutex(false)

    static func enter(_ input: Int32) throws(ButtonsError) {
        let fault: ButtonsError? = lock.withLock { hooksAreSet in
            guard descriptor.load(ordering: .acquiring) < 0 else {
                return ButtonsError(
                    .alreadyUsed, "one terminal can be the keyboard; stop the other panel first", context: "keyboard")
            }
            var settings = termios()
            guard tcgetattr(input, &settings) == 0 else {
                return ButtonsError(
                    .notATerminal, "the input is not a terminal; run it in one, or use --buttons mock:FILE",
                    context: "keyboard")
            }
            saved.initialize(to: settings)
            if !hooksAreSet {
                hooksAreSet = true
                setHooks()
            }
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
            withUnsafeMutableBytes(of: &settings.c_cc) { characters in
                characters[Int(VMIN)] = 1
                characters[Int(VTIME)] = 0
            }
            descriptor.store(input, ordering: .releasing)
            guard tcsetattr(input, TCSANOW, &settings) == 0 else {
                let reason = String(cString: strerror(errno))
                descriptor.store(-1, ordering: .releasing)
                return ButtonsError(.system, "the terminal cannot be set: \(reason)", context: "keyboard")
            }
            return nil
        }
        if let fault { throw fault }
    }

    /// Gives the terminal its settings back. Idempotent; safe in a signal handler.
    static func leave() {
        let terminal = descriptor.exchange(-1, ordering: .acquiringAndReleasing)
        guard terminal >= 0 else { return }
        tcsetattr(terminal, TCSANOW, saved)
    }

    private static func setHooks() {
        atexit { TerminalMode.leave() }
        for signal in endingSignals {
            var current = sigaction()
            guard sigaction(Int32(signal), nil, &current) == 0, !isIgnored(current) else { continue }
            (former + signal).initialize(to: current)
            var ours = sigaction()
            ours.__sigaction_handler.sa_handler = { number in
                TerminalMode.leave()
                sigaction(number, TerminalMode.former + Int(number), nil)
                // Blocked while this handler runs: it comes again, to the former action, when this returns.
                raise(number)
            }
            sigaction(Int32(signal), &ours, nil)
        }
    }

    /// SIG_IGN is the address 1 by its definition, which Swift does not let one compare as a function.
    private static func isIgnored(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
