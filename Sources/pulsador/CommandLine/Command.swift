/// One sub-command: what it is called, what it takes, and what it does.
protocol Command: Sendable {
    /// One or two words, as typed.
    static var name: String { get }
    /// One line.
    static var summary: String { get }
    /// What stands behind the name, for the usage line: `PACK`.
    static var operands: String { get }
    /// How many operands there may be.
    static var operandCount: ClosedRange<Int> { get }
    static var options: [Option] { get }
    /// A line that works as it stands, with what it does.
    static var example: String { get }
    /// More to know, below the options; empty for none.
    static var details: String { get }

    init(_ arguments: Arguments) throws

    /// Runs to the end. Throws `CommandError` or any error that describes itself in one line.
    func run() async throws
}

extension Command {
    static var operands: String { "" }
    static var operandCount: ClosedRange<Int> { 0...0 }
    static var options: [Option] { [] }
    static var details: String { "" }

    /// The one operand as a setting, which a configuration file and the environment know by its name in small letters;
    /// nil for a command without a configuration file.
    static var operandSetting: Option? {
        guard !operands.isEmpty, options.contains(where: { $0.name == Option.config.name }) else { return nil }
        let name = operands.filter { $0 != "[" && $0 != "]" }
        return .value(name.lowercased(), name, "")
    }

    static var help: String {
        var text = "\(summary)\n\nUsage: pulsador \(name)\(operands.isEmpty ? "" : " " + operands)"
        text += options.isEmpty ? "\n" : " [options]\n"
        if !options.isEmpty {
            let titles = options.map { "--\($0.name)\($0.value.map { " " + $0 } ?? "")" }
            let width = (titles.map(\.count).max() ?? 0) + 2
            text += "\nOptions:\n"
            for (option, title) in zip(options, titles) {
                text += "  \(title)\(String(repeating: " ", count: width - title.count))\(option.help)\n"
            }
        }
        if !details.isEmpty { text += "\n\(details)\n" }
        return text + "\nExample:\n  \(example)\n"
    }
}
