import FoundationEssentials
import Glibc

/// `fuzz TARGET`: feeds one part of the program with hostile input, for a while or from files.
@main
struct Fuzz {
    /// Bytes of an input; longer ones are cut.
    static let maxInputBytes = 32 << 10

    static let usage = """
        usage: fuzz TARGET [--seconds N] [--seed S] [--crashes DIR] [FILE…]

        Feeds TARGET with spoiled recordings for N seconds (default 5), always the same for the same seed (default 1; a build
        with -sanitize=fuzzer looks for new code by itself), or with the FILEs, one after the other. An input after which
        something does not hold is left in DIR (default: here), with the command that repeats it.

        Exits 0 when all held, 1 when something did not, 2 for a wrong command line.

        """

    static func main() {
        do {
            exit(try run(Array(CommandLine.arguments.dropFirst())))
        } catch {
            say("fuzz: \(error)")
            exit(error is UsageError ? 2 : 1)
        }
    }

    struct UsageError: Error, CustomStringConvertible {
        let description: String
    }

    private static func run(_ arguments: [String]) throws -> Int32 {
        if arguments.contains("--help") || arguments.contains("-h") {
            let targets = allTargets.map { "  \($0.name)  \($0.summary)" }.joined(separator: "\n")
            print(usage + targets)
            return 0
        }
        if arguments == ["--list"] {
            print(allTargets.map { $0.name }.joined(separator: "\n"))
            return 0
        }
        var options = Options()
        try options.read(arguments)
        guard let type = allTargets.first(where: { $0.name == options.target }) else {
            throw UsageError(description: "no target '\(options.target)'; one of: \(allTargets.map { $0.name })")
        }
        if !options.files.isEmpty { return try replay(options.files, type) }
        return try Engine(type, options).run()
    }

    private static func replay(_ files: [String], _ type: any FuzzTarget.Type) throws -> Int32 {
        var failures: Int32 = 0
        for file in files {
            let input = Array(try Data(contentsOf: URL(filePath: file)))
            do {
                try type.init().run(input)
                say("\(type.name): \(file): holds")
            } catch let error as Violation {
                say("\(type.name): \(file): \(error)")
                failures = 1
            }
        }
        return failures
    }

    static func say(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// What the command line asks for.
struct Options {
    var target = ""
    var seconds = 5
    var seed: UInt64 = 1
    var crashes = "."
    var files: [String] = []

    mutating func read(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--seconds": seconds = try number(argument, rest.popFirst())
            case "--seed": seed = UInt64(try number(argument, rest.popFirst()))
            case "--crashes":
                guard let value = rest.popFirst() else { throw missing(argument) }
                crashes = value
            case _ where argument.hasPrefix("-"):
                throw Fuzz.UsageError(description: "unknown option '\(argument)'")
            case _ where target.isEmpty: target = argument
            default: files.append(argument)
            }
        }
        if target.isEmpty { throw Fuzz.UsageError(description: "which target? 'fuzz --list' names them") }
    }

    private func number(_ option: String, _ value: String?) throws -> Int {
        guard let number = value.flatMap({ Int($0) }), number >= 0 else { throw missing(option) }
        return number
    }

    private func missing(_ option: String) -> Fuzz.UsageError {
        Fuzz.UsageError(description: "\(option) needs a value")
    }
}
