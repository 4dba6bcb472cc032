import FoundationEssentials
@preconcurrency import Glibc

/// The program: finds the command, runs it, and turns what went wrong into one line and an exit code.
@main
struct Pulsador {
    static let version = "0.1.0"

    static let commands: [any Command.Type] = [
        DemoCommand.self, HostCommand.self, PlayerCommand.self, ResultsCommand.self, DoctorCommand.self,
        PackCheckCommand.self, DocumentsServeCommand.self,
        DocumentsSyncCommand.self, DocumentsPutCommand.self, DocumentsGetCommand.self, DocumentsListCommand.self,
        BenchSyncCommand.self, BenchFairCommand.self, ManualCommand.self, CompletionCommand.self,
    ]

    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        let words = Array(CommandLine.arguments.dropFirst())
        let (code, message) = await run(words)
        if let message { Output.note("pulsador: \(message)") }
        exit(code)
    }

    /// Runs one command line. Returns the exit code and what to say on standard error.
    static func run(_ words: [String]) async -> (Int32, String?) {
        guard let first = words.first else {
            Output.note(overview)
            return (2, nil)
        }
        if ["-h", "--help", "help"].contains(first) {
            Output.line(overview)
            return (0, nil)
        }
        if ["-v", "--version"].contains(first) {
            Output.line("pulsador \(version)")
            return (0, nil)
        }
        guard let (command, rest) = find(words) else {
            let names = group(first)
            guard !names.isEmpty, words.dropFirst().allSatisfy({ ["-h", "--help"].contains($0) }), words.count > 1
            else { return (2, unknown(words)) }
            Output.line("Usage: pulsador \(first) COMMAND [options]\n\n\(list(names))\n")
            Output.line("'pulsador \(first) COMMAND --help' tells more.")
            return (0, nil)
        }
        if rest.contains("-h") || rest.contains("--help") {
            Output.line(command.help)
            return (0, nil)
        }
        do {
            let arguments = try Arguments(rest, for: command, environment: ProcessInfo.processInfo.environment)
            try await command.init(arguments).run()
            return (0, nil)
        } catch let error as UsageError {
            return (2, "\(error.message); see 'pulsador \(command.name) --help'")
        } catch let error as CommandError {
            return (1, error.message)
        } catch {
            return (1, "\(error)")
        }
    }

    private static func find(_ words: [String]) -> (any Command.Type, [String])? {
        for command in commands {
            let name = command.name.split(separator: " ").map(String.init)
            if words.starts(with: name) { return (command, Array(words.dropFirst(name.count))) }
        }
        return nil
    }

    private static func unknown(_ words: [String]) -> String {
        let group = group(words[0]).map { String($0.name.dropFirst(words[0].count + 1)) }
        if group.isEmpty { return "unknown command '\(words[0].printable)'; see 'pulsador --help'" }
        let found = words.count > 1 ? ", not '\(words[1].printable)'" : ""
        return "'\(words[0])' needs one of: \(group.joined(separator: ", "))\(found)"
    }

    /// The commands whose names begin with a word and have another.
    private static func group(_ word: String) -> [any Command.Type] {
        commands.filter { $0.name.hasPrefix(word + " ") }
    }

    private static func list(_ commands: [any Command.Type]) -> String {
        let width = (commands.map { $0.name.count }.max() ?? 0) + 2
        return commands.map { command in
            "  \(command.name)\(String(repeating: " ", count: width - command.name.count))\(command.summary)"
        }.joined(separator: "\n")
    }

    private static var overview: String {
        """
        A quiz played on physical buttons.

        Usage: pulsador COMMAND [options]

        \(list(commands))

        'pulsador COMMAND --help' tells more, 'pulsador --version' which one this is.

        \(precedence)
        """
    }

    /// Where an option comes from, for help and manual.
    static let precedence = """
        Every option can also be set by an environment variable, --port by PULSADOR_PORT; those of host and player
        also in a file that --config names, by lines such as 'port = 18999', for flags 'auto = yes'. An option on the
        command line wins over the environment, and that over the file. Games and boards are kept in
        ~/.local/state/pulsador, or in the directory that PULSADOR_STATE names.
        """
}
