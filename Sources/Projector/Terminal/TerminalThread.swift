@preconcurrency import Glibc

/// The thread that runs a terminal loop.
///
/// It takes no signal but SIGWINCH and those that a fault sends to the thread at fault: the process's own handling of
/// SIGTERM and the like stays where the process has put it.
struct TerminalThread: Sendable {
    private let id: pthread_t

    /// - Throws: `ProjectorError.noResources`, with the terminal given back.
    init(_ loop: TerminalLoop) throws {
        // SAFETY: the retain taken here is released at the thread's end, or below when there is no thread.
        let retained = Unmanaged.passRetained(loop)
        var id = pthread_t()
        var signals = sigset_t()
        var before = sigset_t()
        sigfillset(&signals)
        for signal in [SIGWINCH, SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] { sigdelset(&signals, signal) }
        pthread_sigmask(SIG_SETMASK, &signals, &before)
        let status = pthread_create(&id, nil, terminalThreadMain, retained.toOpaque())
        pthread_sigmask(SIG_SETMASK, &before, nil)
        guard status == 0 else {
            retained.release()
            loop.restore()
            throw ProjectorError.noResources
        }
        self.id = id
    }

    /// Waits for the thread's end.
    func join() {
        pthread_join(id, nil)
    }

    /// Lets the thread clean up after itself, in place of `join`.
    func detach() {
        pthread_detach(id)
    }
}

private func terminalThreadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // Never nil: pthread_create hands on what it was given.
    guard let context else { return nil }
    // SAFETY: the one retain of `TerminalThread.init` is taken over here.
    let loop = Unmanaged<TerminalLoop>.fromOpaque(context).takeRetainedValue()
    loop.run()
    return nil
}
