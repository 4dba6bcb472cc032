import Testing

@testable import pulsador

/// What is made from the table of commands has all of it.
struct TableTests {
    @Test func theManualHasEveryCommandAndOption() async throws {
        let manual = try await Program.run("manual")
        #expect(manual.exit == Program.Exit(code: 0, errors: []))
        for command in Pulsador.commands {
            let start = try #require(manual.lines.firstIndex(of: #".SS "pulsador \#(command.name)""#))
            let section = manual.lines[(start + 1)...].prefix { !$0.hasPrefix(".S") }
            for option in command.options {
                let name = option.name.split(separator: "-").joined(separator: #"\-"#)
                #expect(section.contains { $0.hasPrefix(#"\fB\-\-\#(name)\fR"#) }, "\(command.name) --\(option.name)")
            }
        }
    }

    @Test func textCannotGiveTroffOrders() {
        #expect(ManualCommand.escaped(".so /etc/passwd") == #"\&.so /etc/passwd"#)
        #expect(ManualCommand.escaped("'br\n\\fB --x \"y\" ~z") == "\\&'br\n\\efB \\-\\-x \\(dqy\\(dq \\(tiz")
    }

    @Test(arguments: [
        (["pulsador", ""], "documents"), (["pulsador", "pl"], "player"), (["pulsador", "pack", ""], "check"),
        (["pulsador", "host", "--"], "--resume"), (["pulsador", "documents", "sync", "--"], "--continuous"),
    ])
    func bashCompletes(_ words: [String], _ completion: String) async throws {
        let rig = try Rig()
        let script = try rig.file("completion", CompletionCommand.script(Pulsador.commands))
        let shell = try Program(
            command: [
                "bash", "-euc",
                #"source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pulsador; printf '%s\n' "${COMPREPLY[@]}""#,
                script,
            ] + words)
        #expect(try await shell.exit() == Program.Exit(code: 0, errors: []))
        #expect(shell.output.elements.contains(completion), "\(shell.transcript)")
    }

    @Test func thereIsCompletionForBashAlone() async throws {
        let fish = try await Program.run("completion", "fish")
        #expect(fish.exit.code == 2)
        #expect(fish.exit.errors.first?.contains("for bash alone, not for 'fish'") == true)
    }
}
