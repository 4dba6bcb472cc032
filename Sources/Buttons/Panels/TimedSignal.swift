import Glibc
import Timing

/// A state under a lock, with a thread that waits for its change or for a moment of the monotonic clock.
///
/// `Mutex` has no condition to wait on, and waiting must be against `CLOCK_MONOTONIC`.
///
/// SAFETY: `@unchecked`: `state` is only touched between lock and unlock of `mutex`; the two pointers are set once,
/// and freed by `deinit`, when nobody can wait any more.
final class TimedSignal<State: Sendable>: @unchecked Sendable {
    private var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init(_ state: State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Changes the state and wakes the waiting thread.
    func update<Result>(_ change: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return change(&state)
    }

    /// Asks `decide` until it has an answer: at once, after each change, and at each moment it names.
    func wait<Answer>(_ decide: (inout State) -> Decision<Answer>) -> Answer {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            switch decide(&state) {
            case .done(let answer): return answer
            case .waitUntil(nil): pthread_cond_wait(condition, mutex)
            case .waitUntil(let moment?):
                var time = timespec(
                    tv_sec: Int(max(0, moment.nanoseconds) / 1_000_000_000),
                    tv_nsec: Int(max(0, moment.nanoseconds) % 1_000_000_000)
                )
                pthread_cond_timedwait(condition, mutex, &time)
            }
        }
    }
}

/// What a waiting thread makes of the state it sees.
enum Decision<Answer> {
    case done(Answer)
    /// `nil`: until something changes.
    case waitUntil(MonotonicTime?)
}
