import Dispatch
import Timing
@preconcurrency import Glibc

/// Things that are to be done at given moments, each without waiting for the one before.
struct PressPlan: Sendable {
    private let items: [(time: MonotonicTime, action: @Sendable () -> Void)]

    init(_ items: [(MonotonicTime, @Sendable () -> Void)]) {
        self.items = items.map { (time: $0.0, action: $0.1) }.sorted { $0.time < $1.time }
    }

    /// Returns when the last one has been begun.
    func run() async {
        await withCheckedContinuation { continuation in
            let thread = Thread {
                for item in items {
                    var moment = timespec(
                        tv_sec: Int(item.time.nanoseconds / 1_000_000_000),
                        tv_nsec: Int(item.time.nanoseconds % 1_000_000_000))
                    while clock_nanosleep(CLOCK_MONOTONIC, Int32(TIMER_ABSTIME), &moment, nil) == EINTR {}
                    DispatchQueue.global(qos: .userInteractive).async(execute: item.action)
                }
                continuation.resume()
            }
            if !thread.start() { continuation.resume() }
        }
    }
}
