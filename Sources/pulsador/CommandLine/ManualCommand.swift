/// `pulsador manual`: the manual page, made from the table of commands.
struct ManualCommand: Command {
    static let name = "manual"
    static let summary = "Print the manual page, as troff"
    static let details = "The Debian package brings it: man pulsador."
    static let example = "pulsador manual | man --local-file -"

    init(_ arguments: Arguments) throws {}

    func run() async throws {
        Output.line(Self.page(Pulsador.commands))
    }

    static func page(_ commands: [any Command.Type]) -> String {
        var lines = [
            #".TH PULSADOR 1 "" "pulsador \#(escaped(Pulsador.version))" "User Commands""#,
            ".SH NAME", #"pulsador \- a quiz played on physical buttons"#,
            ".SH SYNOPSIS", ".B pulsador", ".I COMMAND", "[options]",
            ".SH DESCRIPTION",
            escaped(
                """
                Every player has a small board with four buttons; one machine hosts and shows the questions and the \
                leaderboard. A press becomes a document that replicates to the host over the local network.
                """),
            ".SH COMMANDS",
        ]
        for command in commands { lines += section(command) }
        lines += [".SH CONFIGURATION", escaped(Pulsador.precedence)]
        lines += [".SH FILES"]
        for (path, text) in files { lines += [".TP", ".I \(escaped(path))", escaped(text)] }
        lines += [
            ".SH EXIT STATUS", ".TP", ".B 0", "All went well.", ".TP", ".B 1",
            "It failed; one line on standard error says what, where, and what to do.", ".TP", ".B 2",
            "The command line, the environment or the configuration file is wrong.",
        ]
        return lines.joined(separator: "\n")
    }

    private static let files = [
        ("/etc/pulsador/host.conf", "Settings of pulsador-host.service."),
        ("/etc/pulsador/player.conf", "Settings of pulsador-player.service."),
        ("/usr/share/pulsador/packs", "Starter packs of questions."),
        ("/var/lib/pulsador", "Databases of the services."),
        ("~/.local/state/pulsador", "Databases of whoever runs the program by hand."),
    ]

    private static func section(_ command: any Command.Type) -> [String] {
        let operands = command.operands.isEmpty ? "" : #" \fI\#(escaped(command.operands))\fR"#
        var lines = [
            #".SS "pulsador \#(escaped(command.name))""#, #"\fBpulsador \#(escaped(command.name))\fR\#(operands)"#,
        ]
        lines += [".PP", escaped(command.summary) + "."]
        for option in command.options {
            let value = option.value.map { #" \fI\#(escaped($0))\fR"# } ?? ""
            lines += [".TP", #"\fB\-\-\#(escaped(option.name))\fR\#(value)"#, escaped(option.help)]
        }
        if !command.details.isEmpty { lines += [".PP", escaped(command.details)] }
        return lines + [".PP", "Example:", ".PP", ".RS", ".nf", escaped(command.example), ".fi", ".RE"]
    }

    /// A text in which nothing is an order to troff.
    static func escaped(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let safe = line.map { character in
                switch character {
                case "\\": #"\e"#
                case "-": #"\-"#
                case "\"": #"\(dq"#
                case "~": #"\(ti"#
                default: String(character)
                }
            }.joined()
            return safe.hasPrefix(".") || safe.hasPrefix("'") ? #"\&"# + safe : safe
        }
        return lines.joined(separator: "\n")
    }
}
