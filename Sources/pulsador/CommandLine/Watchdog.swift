import Dispatch
import FoundationEssentials
@preconcurrency import Glibc

/// Tells the service manager of a service that works: ready, alive for as long as it is, and stopping.
///
/// A service that hangs is not alive though its process is: each beat first makes a round through the queues that do the
/// work. When that takes longer than the manager's patience, the manager kills and restarts the service.
final class Watchdog: @unchecked Sendable {
    // SAFETY: `beats` is set once and only cancelled again; dispatch sources may be used from any thread.

    private let beats: (any DispatchSourceTimer)?

    /// The service is ready from now on. `round` returns after each part of it has had its turn; it may block.
    init(status: String, round: @escaping @Sendable () -> Void) {
        ServiceManager.notify("READY=1\nSTATUS=\(status)")
        guard let patience = Self.patience(ProcessInfo.processInfo.environment) else {
            beats = nil
            return
        }
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "watchdog"))
        timer.schedule(deadline: .now(), repeating: .microseconds(patience / 2))
        timer.setEventHandler {
            round()
            ServiceManager.notify("WATCHDOG=1")
        }
        timer.activate()
        beats = timer
    }

    /// The service stops from now on.
    func stop() {
        beats?.cancel()
        ServiceManager.notify("STOPPING=1")
    }

    deinit {
        beats?.cancel()
    }

    /// The manager's patience in microseconds; nil when it does not watch this process.
    static func patience(_ environment: [String: String], pid: Int32 = getpid()) -> Int? {
        guard let text = environment["WATCHDOG_USEC"], let patience = Int(text), patience > 1 else { return nil }
        if let watched = environment["WATCHDOG_PID"], watched != "\(pid)" { return nil }
        return patience
    }
}
