@preconcurrency import Glibc
import Synchronization

/// A process that is talked to in lines, over one socket that is its standard input and output.
final class ChildProcess: Sendable {
    struct SpawnError: Error {
        let message: String
    }

    private let socket: Int32
    private let output: AsyncStream<String>
    private let exitStatus = Mutex<Int32?>(nil)

    /// Starts `command` (found through `PATH`) in this process's environment, with `environment` on top.
    init(_ command: [String], environment: [String: String] = [:]) throws {
        var pair: [Int32] = [-1, -1]
        // Closed on exec from the start: children started by other tests at this moment must not keep it open.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &pair) == 0 else {
            throw SpawnError(message: "no socket: \(String(cString: strerror(errno)))")
        }
        defer { close(pair[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pair[1], 0)
        posix_spawn_file_actions_adddup2(&actions, pair[1], 1)

        var merged: [String] = []
        var entry = environ
        while let text = entry.pointee {
            merged.append(String(cString: text))
            entry += 1
        }
        merged.removeAll { entry in environment.keys.contains { entry.hasPrefix("\($0)=") } }
        merged += environment.map { "\($0.key)=\($0.value)" }
        var arguments = command.map { strdup($0) } + [nil]
        var variables = merged.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }

        var pid: pid_t = 0
        let code = posix_spawnp(&pid, command[0], &actions, nil, &arguments, &variables)
        guard code == 0 else {
            close(pair[0])
            throw SpawnError(message: "cannot start \(command[0]): \(String(cString: strerror(code)))")
        }
        socket = pair[0]
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        output = stream
        try readLines(of: pid, into: continuation)
    }

    deinit {
        end()
        close(socket)
    }

    /// The next line that `matches`, past any other; nil when the process ended without.
    func line(where matches: (String) -> Bool) async -> String? {
        for await line in output where matches(line) { return line }
        return nil
    }

    /// The next line.
    func line() async -> String? {
        await line { _ in true }
    }

    /// Writes one line to the process.
    func send(_ line: String) {
        var bytes = Array("\(line)\n".utf8)
        _ = Glibc.send(socket, &bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Ends the process's standard input.
    func end() {
        shutdown(socket, Int32(SHUT_WR))
    }

    /// Ends its input and waits for its end: what it still said, and its exit status (-1 for a signal).
    func finish() async -> (lines: [String], status: Int32?) {
        end()
        var lines: [String] = []
        for await line in output { lines.append(line) }
        return (lines, exitStatus.withLock { $0 })
    }

    /// A thread for the blocking read; it ends with the process.
    private func readLines(of pid: pid_t, into continuation: AsyncStream<String>.Continuation) throws {
        // The thread has a descriptor of its own, and does not keep this object alive.
        let descriptor = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        let job = Unmanaged.passRetained(
            Job { [weak self] in
                var rest: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 4096)
                while true {
                    let count = read(descriptor, &buffer, buffer.count)
                    guard count > 0 else { break }
                    rest += buffer[..<count]
                    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                        continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
                        rest.removeSubrange(...end)
                    }
                }
                close(descriptor)
                var status: Int32 = 0
                waitpid(pid, &status, 0)
                let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
                self?.exitStatus.withLock { $0 = code }
                continuation.finish()
            }
        )
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                // SAFETY: retained above for this thread alone.
                if let context { Unmanaged<Job>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            },
            job.toOpaque()
        )
        guard code == 0 else {
            job.release()
            throw SpawnError(message: "no thread: \(String(cString: strerror(code)))")
        }
        pthread_detach(thread)
    }

    private final class Job: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }
}
