import QuizPacks

/// `pulsador pack check`: says what is wrong with a question pack.
struct PackCheckCommand: Command {
    static let name = "pack check"
    static let summary = "Check a question pack and say what is wrong with it, by line"
    static let operands = "FILE"
    static let operandCount = 1...1
    static let options: [Option] = [.flag("json", "the report as one JSON object")]
    static let details = "Exit code 0 when at least one question can be played, 1 when none can."
    static let example = "pulsador pack check deploy/packs/english.quiz.json"

    private let file: String
    private let writesJSON: Bool

    init(_ arguments: Arguments) throws {
        file = arguments.positionals[0]
        writesJSON = arguments.flag("json")
    }

    func run() async throws {
        let report = PackReport(checking: file)
        Output.line(writesJSON ? try report.json() : report.text)
        guard report.isUsable else { throw CommandError("'\(file.printable)' cannot be played") }
    }
}
