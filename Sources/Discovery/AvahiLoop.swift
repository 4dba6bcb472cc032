import CAvahi
@preconcurrency import Glibc
import Synchronization

/// One thread with Avahi's event loop. Whoever wants something of Avahi posts a job; the thread runs it between two
/// events, never inside one of the library's callbacks.
///
/// The thread keeps the loop alive until `stop`.
// SAFETY: `handle` is used by the thread alone, except for the wake-up, which the shim allows and `state` orders before
// the end; everything else is a constant or inside the mutex.
final class AvahiLoop: @unchecked Sendable {
    typealias Job = @Sendable () -> Void

    /// The shim's loop. Only for the thread, in jobs.
    let handle: OpaquePointer

    private struct State {
        var jobs: [Job] = []
        var timers: [(due: SuspendingClock.Instant, job: Job)] = []
        var finishers: [Job] = []
        var isStopping = false
        var hasEnded = false
        var onFailure: @Sendable (DiscoveryError) -> Void = { _ in }
    }

    private let state = Mutex(State())

    /// Throws `noResources` when the machine is out of descriptors or memory.
    init() throws(DiscoveryError) {
        guard let handle = cavahi_loop_new() else { throw Self.error("cannot be set up", errno) }
        self.handle = handle
    }

    /// Starts the thread; to be called once. Throws `noResources` when there is none to be had, and the loop has then
    /// ended. `onFailure` is called, on the thread, if the loop breaks later; the thread then only waits to be stopped.
    func start(onFailure: @escaping @Sendable (DiscoveryError) -> Void) throws(DiscoveryError) {
        state.withLock { $0.onFailure = onFailure }
        // SAFETY: balanced by takeRetainedValue in the thread, or below when there is none.
        let retained = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<AvahiLoop>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            },
            retained.toOpaque()
        )
        guard code == 0 else {
            retained.release()
            end()
            throw Self.error("cannot start its thread", code)
        }
        pthread_detach(thread)
    }

    /// Runs `job` on the thread, soon. Dropped when the loop is stopping. Any thread.
    func post(_ job: @escaping Job) {
        enqueue { $0.jobs.append(job) }
    }

    /// Runs `job` on the thread after `delay`, unless the loop is stopped before. Any thread.
    func after(_ delay: Duration, _ job: @escaping Job) {
        let due = SuspendingClock().now.advanced(by: delay)
        enqueue { $0.timers.append((due, job)) }
    }

    /// Lets the jobs posted so far run, `lastJob` after them, and ends the thread; then runs `whenDone`, on the thread
    /// (or at once, when it has ended). Does not wait. Any thread, any number of times.
    func stop(lastJob: @escaping Job, whenDone: @escaping Job) {
        let hasEnded = state.withLock { state in
            guard !state.hasEnded else { return true }
            if !state.isStopping { state.jobs.append(lastJob) }
            state.isStopping = true
            state.timers = []
            state.finishers.append(whenDone)
            cavahi_loop_wake(handle)
            return false
        }
        if hasEnded { whenDone() }
    }

    private func enqueue(_ change: (inout sending State) -> Void) {
        state.withLock { state in
            guard !state.isStopping, !state.hasEnded else { return }
            change(&state)
            cavahi_loop_wake(handle)
        }
    }

    private func run() {
        // Signals belong to the threads that expect them.
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        var isBroken = false
        while true {
            let (jobs, timeout, isStopping) = due()
            for job in jobs { job() }
            if isStopping { break }
            guard jobs.isEmpty else { continue }
            if isBroken {
                var none = pollfd()
                poll(&none, 0, 1000)
            } else if cavahi_loop_iterate(handle, timeout) != 0 {
                let error = Self.error("broke", errno)
                isBroken = true
                state.withLock { $0.onFailure }(error)
            }
        }
        end()
    }

    /// The jobs to run now, how long to wait when there are none (milliseconds, -1 without end), and whether to end.
    private func due() -> (jobs: [Job], timeout: Int32, isStopping: Bool) {
        let now = SuspendingClock().now
        return state.withLock { state in
            var jobs = state.jobs
            state.jobs = []
            state.timers.sort { $0.due < $1.due }
            while let first = state.timers.first, first.due <= now {
                jobs.append(first.job)
                state.timers.removeFirst()
            }
            guard let next = state.timers.first else { return (jobs, -1, state.isStopping) }
            let wait = now.duration(to: next.due).components
            let milliseconds = wait.seconds * 1000 + wait.attoseconds / 1_000_000_000_000_000 + 1
            return (jobs, Int32(clamping: milliseconds), state.isStopping)
        }
    }

    private func end() {
        let finishers = state.withLock { state in
            state.hasEnded = true
            cavahi_loop_free(handle)
            defer { state = State(hasEnded: true) }
            return state.finishers
        }
        for finisher in finishers { finisher() }
    }

    private static func error(_ what: String, _ code: Int32) -> DiscoveryError {
        DiscoveryError(
            code: .noResources,
            message: "discovery \(what) (\(String(cString: strerror(code)))); free descriptors or memory, or use --host"
        )
    }
}
