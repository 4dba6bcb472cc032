import Glibc
import Synchronization

/// A thread of a panel's own, to be joined.
final class PanelThread: Sendable {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    private let thread: pthread_t
    /// Whether the thread is joined or detached, or about to be.
    private let isClaimed = Atomic(false)
    /// Held while joining, by other threads than this one, so that all of them wait for the end.
    private let joining = Mutex(())

    /// Starts the thread; throws `ButtonsError.system` when there can be no more threads.
    init(_ name: String, _ run: @escaping @Sendable () -> Void) throws(ButtonsError) {
        // SAFETY: the retained body is taken over, once, by the new thread; if there is none it is released here.
        let body = Unmanaged.passRetained(Body(run))
        var thread = pthread_t()
        let status = pthread_create(&thread, nil, PanelThread.enter, body.toOpaque())
        guard status == 0 else {
            body.release()
            throw ButtonsError(
                .system, "no thread for the buttons: \(String(cString: strerror(status))); free some resources",
                context: name)
        }
        self.thread = thread
    }

    private static let enter: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        guard let argument else { return nil }
        // SAFETY: the pointer is the body retained in `init`, and this is the only place that takes it.
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
    }

    /// Waits for the thread's end; returns at once when the thread calls it itself. Idempotent.
    func join() {
        if pthread_equal(thread, pthread_self()) != 0 {
            if !isClaimed.exchange(true, ordering: .acquiringAndReleasing) { pthread_detach(thread) }
        } else {
            joining.withLock { _ in
                if !isClaimed.exchange(true, ordering: .acquiringAndReleasing) { pthread_join(thread, nil) }
            }
        }
    }
}
