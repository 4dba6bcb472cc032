import FoundationEssentials
@preconcurrency import Glibc
import Quiz

extension Timestamp {
    /// Day and minute by this machine's own time, `2026-01-31 20:15`.
    var local: String {
        var fields = tm()
        guard let seconds = Int(exactly: date.timeIntervalSince1970.rounded(.down)) else { return description }
        var time = time_t(seconds)
        guard localtime_r(&time, &fields) != nil else { return description }
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(fields.tm_year + 1900)-\(two(fields.tm_mon + 1))-\(two(fields.tm_mday)) "
            + "\(two(fields.tm_hour)):\(two(fields.tm_min))"
    }
}
