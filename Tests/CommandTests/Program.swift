import TestSupport
@preconcurrency import Glibc
import Synchronization
import Testing

/// A running `pulsador`, as built beside the tests. It is killed when the value goes away.
final class Program: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// How a process ended: its exit code, or minus the signal that killed it.
    struct Exit: Equatable {
        let code: Int32
        let errors: [String]
    }

    /// How long anything may take before a test calls it a hang.
    static let hangGuard = Duration.seconds(60)

    let output = EventLog<String>(hangGuard: Program.hangGuard)
    let errors = EventLog<String>(hangGuard: Program.hangGuard)
    private let name: String
    private let process: ProcessHandle
    private let gate: ReadingGate?
    /// How far `event` has read.
    private let position = Mutex(0)

    /// Starts `pulsador` with `arguments`, without a terminal, and with nothing but `environment` and what every
    /// process needs in its environment.
    convenience init(_ arguments: String..., environment: [String: String] = [:]) throws {
        try self.init(arguments, environment: environment)
    }

    convenience init(
        _ arguments: [String], environment: [String: String] = [:], pausesAfterLines: Int? = nil
    ) throws {
        try self.init(command: [Self.path] + arguments, environment: environment, pausesAfterLines: pausesAfterLines)
    }

    /// Starts any command, found through `PATH`. With `pausesAfterLines` its output is read so far, and further only
    /// after `resumeReading`; what fits in between is little.
    init(command: [String], environment: [String: String] = [:], pausesAfterLines: Int? = nil) throws {
        name = command.joined(separator: " ")
        var variables = [
            "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/nonexistent", "LANG": "C.UTF-8",
        ]
        variables.merge(environment) { $1 }
        let out = try Pipe(isNarrow: pausesAfterLines != nil)
        let err = try Pipe()
        process = try ProcessHandle(command, variables, output: out.writing, errors: err.writing)
        gate = pausesAfterLines.map(ReadingGate.init)
        try out.read(into: output, through: gate)
        try err.read(into: errors)
    }

    deinit {
        gate?.open()
        process.signal(SIGKILL)
    }

    static let path = built("pulsador")

    /// The path of an executable, which SwiftPM builds next to the test bundle.
    static func built(_ name: String) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        let bundle = String(decoding: buffer.prefix(max(length, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            + "/" + name
    }

    var pid: Int32 { process.pid }

    func resumeReading() {
        gate?.open()
    }

    func signal(_ number: Int32) {
        process.signal(number)
    }

    /// Kills the process the hard way and waits until it is gone.
    func kill() async throws {
        process.signal(SIGKILL)
        _ = try await exit()
    }

    /// Waits for the end of the process and of everything it wrote.
    @discardableResult
    func exit() async throws -> Exit {
        guard await output.ended(), await errors.ended(), let code = await process.exitCode() else {
            throw Failure(description: "\(name) did not end\n\(transcript)")
        }
        return Exit(code: code, errors: errors.elements)
    }

    /// Runs a command line to its end.
    static func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> (
        exit: Exit, lines: [String]
    ) {
        let program = try Program(arguments, environment: environment)
        let exit = try await program.exit()
        return (exit, program.output.elements)
    }

    /// Everything it has said, for messages.
    var transcript: String {
        "stdout:\n" + output.elements.joined(separator: "\n") + "\nstderr:\n" + errors.elements.joined(separator: "\n")
    }
}

// MARK: Events

extension Program {
    /// The next event of that name that fits, past all others.
    @discardableResult
    func event(_ name: String, where fits: (Event) -> Bool = { _ in true }) async throws -> Event {
        try await find(name) { $0.event == name && fits($0) }
    }

    /// The next event that fits, past all others; `what` names it in the message when it does not come.
    private func find(_ what: String, _ fits: (Event) -> Bool) async throws -> Event {
        let start = position.withLock { $0 }
        let found = await output.next(from: start) { line in (try? Event(line)).map(fits) ?? false }
        guard let found else {
            throw Failure(description: "\(self.name): no '\(what)' from line \(start) on\n\(transcript)")
        }
        position.withLock { $0 = found.after }
        return try Event(found.element)
    }

    /// Every event so far. Throws when a line is no event.
    var events: [Event] {
        get throws { try output.elements.map(Event.init) }
    }

    /// The next line on standard error that contains `text`.
    @discardableResult
    func complaint(_ text: String) async throws -> String {
        guard let found = await errors.next(from: 0, where: { $0.contains(text) }) else {
            throw Failure(description: "\(name): nothing about '\(text)'\n\(transcript)")
        }
        return found.element
    }
}
