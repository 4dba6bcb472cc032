import TestSupport
@preconcurrency import Glibc
import Synchronization

/// One child process: signalled only while it is certainly the same one, and always reaped.
final class ProcessHandle: Sendable {
    let pid: pid_t
    private let isReaped = Mutex(false)
    private let code = EventLog<String>(hangGuard: Program.hangGuard)

    /// Starts a command with nothing on its standard input. The descriptors stay the caller's.
    init(_ command: [String], _ environment: [String: String], output: Int32, errors: Int32) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
        // A test runner may ignore or block signals that the child must hear.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var all = sigset_t()
        var none = sigset_t()
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var pid: pid_t = 0
        let result = posix_spawnp(&pid, command[0], &actions, &attributes, &arguments, &variables)
        guard result == 0 else {
            throw Program.Failure(description: "cannot start \(command[0]): \(String(cString: strerror(result)))")
        }
        self.pid = pid
        try Worker.start { [self] in reap() }
    }

    func signal(_ number: Int32) {
        isReaped.withLock { if !$0 { _ = kill(pid, number) } }
    }

    /// Waits for the end: the exit code, or minus the signal; nil when the hang guard comes first.
    func exitCode() async -> Int32? {
        await code.next(from: 0) { _ in true }.flatMap { Int32($0.element) }
    }

    private func reap() {
        var info = siginfo_t()
        // Without taking it from the table, so that the pid stays this process's until `isReaped` says otherwise.
        while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        var status: Int32 = 0
        isReaped.withLock { isReaped in
            isReaped = true
            waitpid(pid, &status, 0)
        }
        code.append("\(status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F))")
    }
}
