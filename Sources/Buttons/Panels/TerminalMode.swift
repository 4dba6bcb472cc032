import Glibc
import Synchronization

/// The one changed terminal of the process, and its way back.
///
/// `enter` turns off line buffering and echo. The settings come back with `leave`, at `exit`, and when one of SIGHUP,
/// SIGINT, SIGQUIT and SIGTERM ends the process. Signals that the process handles itself are left to it: its handler
/// must lead to `leave` or `exit`.
enum TerminalMode {
    private static let endingSignals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

    /// Reads by a signal handler, so memory of its own that is never freed.
    ///
    /// SAFETY: written only in `enter`, under `lock`, before `descriptor` is set; read only after a non-negative
    /// `descriptor` was seen.
    private nonisolated(unsafe) static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
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
            guard sigaction(signal, nil, &current) == 0, current.__sigaction_handler.sa_handler == nil else { continue }
            var ours = sigaction()
            ours.__sigaction_handler.sa_handler = { number in
                TerminalMode.leave()
                // The handler is gone by now (SA_RESETHAND): the signal does what it does by itself.
                raise(number)
            }
            ours.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | Int32(SA_NODEFER)
            sigaction(signal, &ours, nil)
        }
    }
}
