import Dispatch
@preconcurrency import Glibc

/// Turns the signals that ask a process to end into a call.
///
/// The first one asks; a second one of the same kind ends the process at once.
final class Interruption: @unchecked Sendable {
    // SAFETY: `sources` is set once and only cancelled again; dispatch sources may be used from any thread.
    private let sources: [any DispatchSourceSignal]

    init(_ handler: @escaping @Sendable () -> Void) {
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                signal(number, SIG_DFL)
                handler()
            }
            source.activate()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }
}
