import Buttons
@preconcurrency import Glibc
import Timing

/// The clock that a press is timed by: the kernel's monotonic one, in steps far below a millisecond.
struct EventClockCheck: Check {
    let machine: Machine
    var title: String { "event clock" }

    /// Kernels before it stamp edges with the wall clock.
    private static let firstMonotonic = (major: 5, minor: 7)
    private static let coarse = Duration.milliseconds(1)

    func run() async -> [Finding] {
        var resolution = timespec()
        clock_getres(CLOCK_MONOTONIC, &resolution)
        let step = Duration.seconds(resolution.tv_sec) + .nanoseconds(resolution.tv_nsec)
        let source = machine.text("/sys/devices/system/clocksource/clocksource0/current_clocksource")
        if Kernel.isOlder(machine.kernel, than: Self.firstMonotonic) {
            return [
                .failure(
                    "Linux \(machine.kernel) stamps presses with the wall clock",
                    "update the system: Linux 5.10 or newer is needed")
            ]
        }
        guard step < Self.coarse, source != "jiffies" else {
            return [
                .warning(
                    "the monotonic clock moves in steps of \(max(step, source == "jiffies" ? .milliseconds(4) : step))",
                    "remove clocksource=jiffies from the kernel's command line, and see dmesg for why the timer was given up"
                )
            ]
        }
        return [.ok("presses are stamped with the monotonic clock\(source.map { ", from \($0.printable)" } ?? "")")]
    }
}
