@preconcurrency import Glibc

/// A thread of its own for a piece of a benchmark that must not wait for anybody.
struct Thread {
    private final class Work {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    private let work: Work

    init(_ body: @escaping @Sendable () -> Void) {
        work = Work(body)
    }

    /// Starts it, detached; false when the system refuses.
    func start() -> Bool {
        var thread = pthread_t()
        // SAFETY: the retained work is taken over by the thread, or released here when there is none.
        let context = Unmanaged.passRetained(work)
        let status = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context.toOpaque())
        guard status == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
