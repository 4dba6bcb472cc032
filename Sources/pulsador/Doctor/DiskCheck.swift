import FoundationEssentials
@preconcurrency import Glibc
import Timing

/// Where games and answers are kept: room, leave to write, and how long the disk takes to keep something for good.
struct DiskCheck: Check {
    /// May not exist yet; then the one it will be made in is looked at.
    let directory: String
    var title: String { "disk" }

    private static let leastBytes: UInt64 = 64 << 20
    private static let scarceBytes: UInt64 = 256 << 20
    /// An SD card takes 5 to 50 ms.
    private static let slow = Duration.milliseconds(50)
    private static let writes = 15
    private static let blockBytes = 4096

    func run() async -> [Finding] {
        let place = existing
        var findings: [Finding] = []
        var status = statvfs()
        guard statvfs(place, &status) == 0 else {
            return [.failure("\(place): \(Self.reason)", "name another place with --database DIR")]
        }
        guard UInt(status.f_flag) & UInt(ST_RDONLY) == 0 else {
            return [
                .failure(
                    "\(place) is mounted read-only",
                    "remount it (sudo mount -o remount,rw …), check the card, or name another place with --database DIR"
                )
            ]
        }
        findings.append(room(place, UInt64(status.f_bavail) * UInt64(status.f_frsize)))
        switch Self.medianSync(in: place) {
        case .success(let median):
            let text = "\(place) keeps a write for good in \(Self.text(median)) (median of \(Self.writes))"
            findings.append(
                median < Self.slow
                    ? .ok(text)
                    : .warning(text, "use a card of a good brand or a disk; a host feels it most"))
        case .failure(let fault):
            findings.append(
                .failure(
                    "\(place) cannot be written: \(fault.reason)",
                    "let this user write there, or name another place with --database DIR"))
        }
        return findings
    }

    private func room(_ place: String, _ free: UInt64) -> Finding {
        let text = "\(place) has \(free >> 20) MiB free"
        if free < Self.leastBytes { return .failure(text, "free some space: a game needs room for its answers") }
        return free < Self.scarceBytes ? .warning(text, "free some space before the evening") : .ok(text)
    }

    /// The directory, or the nearest one above it that is there.
    private var existing: String {
        var path = directory.hasPrefix("/") ? directory : "./\(directory)"
        while !FileManager.default.fileExists(atPath: path), let slash = path.lastIndex(of: "/") {
            path = slash == path.startIndex ? "/" : String(path[..<slash])
            if path == "/" { break }
        }
        return path
    }

    private struct Fault: Error {
        let reason: String
    }

    private static var reason: String { String(cString: strerror(errno)) }

    /// Writes and syncs a file that is gone again at once.
    private static func medianSync(in directory: String) -> Result<Duration, Fault> {
        var template = Array("\(directory)/.pulsador-doctor-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { return .failure(Fault(reason: reason)) }
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
        let block = [UInt8](repeating: 0xA5, count: blockBytes)
        var spans: [Duration] = []
        for _ in 0..<writes {
            let start = MonotonicTime.now()
            guard write(descriptor, block, block.count) == block.count, fsync(descriptor) == 0 else {
                return .failure(Fault(reason: reason))
            }
            spans.append(start.duration(to: .now()))
        }
        return .success(spans.sorted()[writes / 2])
    }

    private static func text(_ span: Duration) -> String {
        let tenths = Int((span.milliseconds * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}
