@preconcurrency import Glibc

/// An object behind a lock that the thread holding it may take again.
///
/// A transaction's body calls the same methods that are calls of their own outside one, so the lock must be
/// re-entrant; `Mutex` is not.
final class Guarded<Value: AnyObject>: @unchecked Sendable {
    // SAFETY: `value` is reached only through `withLock`, which holds the mutex for the whole access; the mutex itself
    // is made for use by many threads and has an address that stays until deinit.
    private let value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
        let result = pthread_mutex_init(mutex, &attributes)
        precondition(result == 0, "a recursive mutex with default attributes can always be made (error \(result))")
        pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` with the lock held.
    func withLock<Result>(_ body: (Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(value)
    }
}
