import Dispatch
import Synchronization

/// Threads for the bodies of tests that play with processes.
///
/// The concurrency pool has as many threads as the machine has cores, and other tests keep them busy for seconds at a
/// time: a process would live on for that long before its test could do the next thing to it.
final class OwnThreads: TaskExecutor {
    private static let shared = OwnThreads(count: 4)

    private let jobs = Mutex<[UnownedJob]>([])
    private let available = DispatchSemaphore(value: 0)

    private init(count: Int) {
        for _ in 0..<count {
            do {
                try Worker.start { [self] in run() }
            } catch {
                preconditionFailure("a test process can have four more threads: \(error)")
            }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        available.signal()
    }

    /// For the life of the process.
    private func run() {
        while true {
            available.wait()
            let job = jobs.withLock { $0.removeFirst() }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// Runs the body of a test, and what it awaits, on these threads.
    static func run(_ body: @Sendable () async throws -> Void) async rethrows {
        try await withTaskExecutorPreference(shared, operation: body)
    }
}
