@preconcurrency import Glibc

/// A thread for calls that block, which must not take one of the concurrency pool's. It ends with its body.
enum Worker {
    private final class Job: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    static func start(_ body: @escaping @Sendable () -> Void) throws {
        let job = Unmanaged.passRetained(Job(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                // SAFETY: retained above for this thread alone.
                if let context { Unmanaged<Job>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            }, job.toOpaque())
        guard code == 0 else {
            job.release()
            throw Program.Failure(description: "no thread: \(String(cString: strerror(code)))")
        }
        pthread_detach(thread)
    }
}
