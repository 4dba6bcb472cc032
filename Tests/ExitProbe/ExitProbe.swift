import Documents
@preconcurrency import Glibc
import Synchronization

/// Ends a process while its threads end too, all of which have used libcrypto.
///
/// What a library takes apart when a process exits, a thread that is ending may take apart at the same time.
@main
enum ExitProbe {
    private static let threads = 200
    private static let ready = Atomic<Int>(0)
    /// The reading end of a pipe that nothing comes through: its end lets the threads end.
    private static let gate = Atomic<Int32>(-1)

    static func main() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0, "a process can have a pipe")
        gate.store(ends[0], ordering: .releasing)
        for _ in 0..<threads { startThread() }
        while ready.load(ordering: .acquiring) < threads { sched_yield() }
        close(ends[1])
        exit(0)
    }

    private nonisolated static func startThread() {
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { _ in
                _ = SecureRandom.bytes(16)
                ExitProbe.ready.add(1, ordering: .releasing)
                var byte: UInt8 = 0
                _ = read(ExitProbe.gate.load(ordering: .acquiring), &byte, 1)
                return nil
            }, nil)
        precondition(result == 0, "a process can have \(threads) threads")
    }
}
