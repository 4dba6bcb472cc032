import Dispatch
@preconcurrency import Glibc
import Synchronization

/// Turns the signals that ask a process to end into a call.
///
/// The first one of a kind asks; a second one does what it would have done without this. From the return of the
/// initializer on none is lost. One at a time.
final class Interruption: @unchecked Sendable {
    // SAFETY: `source` is set once and only cancelled again; dispatch sources may be used from any thread.

    private static let numbers = [SIGINT, SIGTERM, SIGHUP]
    /// Where the signal handler writes; -1 for nowhere.
    private static let writing = Atomic<Int32>(-1)
    /// What each signal did before, by number.
    ///
    /// SAFETY: an entry is written before its handler is set, and read only by that handler and after it is gone.
    private nonisolated(unsafe) static let former = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)

    private let source: any DispatchSourceRead

    init(_ handler: @escaping @Sendable () -> Void) {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0, "a command that has just opened its files can open two more")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let reading = ends[0]
        source = DispatchSource.makeReadSource(fileDescriptor: reading, queue: .global())
        source.setEventHandler {
            var byte: UInt8 = 0
            if read(reading, &byte, 1) == 1 { handler() }
        }
        // Not before the source is gone: the end of the writing side is an event of the reading one, and libdispatch as Swift 6.0
        // has it uses a source's memory again when its last event comes while it is cancelled.
        source.setCancelHandler { [ends] in
            close(ends[1])
            close(reading)
        }
        source.activate()
        Self.writing.store(ends[1], ordering: .releasing)
        for number in Self.numbers {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { Interruption.caught($0) }
            action.sa_flags = SA_RESTART
            sigaction(number, nil, &Self.former[Int(number)])
            sigaction(number, &action, nil)
        }
    }

    deinit {
        for number in Self.numbers { sigaction(number, &Self.former[Int(number)], nil) }
        Self.writing.store(-1, ordering: .releasing)
        source.cancel()
    }

    /// In the signal handler: only what may be done there.
    private static func caught(_ number: Int32) {
        let error = errno
        sigaction(number, &former[Int(number)], nil)
        var byte: UInt8 = 0
        write(writing.load(ordering: .acquiring), &byte, 1)
        errno = error
    }
}
