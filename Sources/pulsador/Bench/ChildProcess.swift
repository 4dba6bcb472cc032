import Dispatch
import FoundationEssentials
import Synchronization
@preconcurrency import Glibc

/// A program started by this one, with its standard output in our hands. Ended with us at the latest.
final class ChildProcess: @unchecked Sendable {
    // SAFETY: used by one thread at a time; the benchmark runs step by step.

    private static let running: Mutex<Set<pid_t>> = Mutex([])

    let pid: pid_t
    private let output: Int32
    private var buffer: [UInt8] = []
    private var exitCode: Int32?

    /// Starts `arguments[0]`, found through PATH. Its standard error stays ours, unless it `isSilent`.
    init(_ arguments: [String], isSilent: Bool = false) throws {
        var pipe: [Int32] = [0, 0]
        guard Glibc.pipe(&pipe) == 0 else { throw CommandError("no pipe can be made") }
        for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO)
        if isSilent { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
        // The thread that runs this may have signals blocked or ignored; a child must not inherit that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var pid = pid_t()
        let status = posix_spawnp(&pid, arguments[0], &actions, &attributes, &words, environ)
        Glibc.close(pipe[1])
        guard status == 0 else {
            Glibc.close(pipe[0])
            throw CommandError("'\(arguments[0])' cannot be started: \(String(cString: strerror(status)))")
        }
        self.pid = pid
        output = pipe[0]
        _ = Self.running.withLock { $0.insert(pid) }
    }

    deinit {
        _ = end()
        Glibc.close(output)
    }

    /// The next line of its output; nil at the end.
    func line() -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer.removeSubrange(...end) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            var chunk = [UInt8](repeating: 0, count: 4096)
            let count = read(output, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return nil }
            buffer += chunk[..<count]
        }
    }

    /// Lets it say what it likes from now on.
    func ignoreOutput() {
        DispatchQueue.global().async { [self] in while line() != nil {} }
    }

    /// Resident memory now, in bytes; 0 when it is gone.
    var residentBytes: Int { Self.status(pid, "VmRSS:") }

    /// Largest resident memory so far, in bytes.
    var peakBytes: Int { Self.status(pid, "VmHWM:") }

    /// Processor time so far, in seconds.
    var cpuSeconds: Double {
        guard let data = FileManager.default.contents(atPath: "/proc/\(pid)/stat") else { return 0 }
        let text = String(decoding: data, as: UTF8.self)
        // The name, in brackets, may hold spaces; what follows it are numbers.
        let fields = text.drop { $0 != ")" }.split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// A line of a process's status file, in bytes.
    static func status(_ pid: pid_t, _ name: String) -> Int {
        guard let data = FileManager.default.contents(atPath: "/proc/\(pid)/status") else { return 0 }
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") where line.hasPrefix(name) {
            return (line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) << 10
        }
        return 0
    }

    /// Waits for its end. Returns its exit code, or the negative number of the signal that ended it.
    func wait() -> Int32 {
        if let exitCode { return exitCode }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        _ = Self.running.withLock { $0.remove(pid) }
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
        exitCode = code
        return code
    }

    /// Ends all that still run, without waiting: this process is about to end.
    static func endAll() {
        for pid in running.withLock({ $0 }) { kill(pid, SIGTERM) }
    }

    /// Asks it to end, and waits.
    func end() -> Int32 {
        if exitCode == nil { kill(pid, SIGTERM) }
        return wait()
    }
}
