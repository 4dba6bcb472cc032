import Testing

/// Wrong command lines: one clear line on standard error, nothing on standard output, exit code 2.
struct UsageTests {
    struct Wrong: Sendable, CustomTestStringConvertible {
        let words: [String]
        let message: String

        init(_ words: String, _ message: String) {
            self.words = words.split(separator: " ").map(String.init)
            self.message = message
        }

        var testDescription: String { words.joined(separator: " ") }
    }

    private static let wrongs = [
        Wrong("dance", "unknown command 'dance'"),
        Wrong("pack", "'pack' needs one of: check"),
        Wrong("documents sink", "'documents' needs one of: "),
        Wrong("demo --loud", "unknown option '--loud'"),
        Wrong("demo --player 3", "did you mean --players?"),
        Wrong("demo extra", "unexpected 'extra'"),
        Wrong("demo --players", "--players needs a value: --players N"),
        Wrong("demo --players 0", "--players takes a whole number from 1 to 200, not '0'"),
        Wrong("demo --players many", "--players takes a whole number from 1 to 200, not 'many'"),
        Wrong("demo --seed -1", "--seed takes a whole number from 0, not '-1'"),
        Wrong("demo --headless=yes", "--headless takes no value"),
        Wrong("demo --json", "--json goes with --headless"),
        Wrong("host", "the question pack is missing"),
        Wrong("host a b", "unexpected 'b'"),
        Wrong("host a --port 70000", "--port takes a whole number from 0 to 65535, not '70000'"),
        Wrong("host a --headless", "--headless has no keys to start with; add --auto"),
        Wrong("host a --json --auto", "--json goes with --headless"),
        Wrong("host a --fast", "--fast and --players go with --auto"),
        Wrong("host a --players 3", "--fast and --players go with --auto"),
        Wrong(
            "player --buttons piano",
            "--buttons takes gpio, gpio:CHIP, events, events:DEVICE, keyboard or mock:FILE, not 'piano'"),
        Wrong(
            "player --buttons mock:",
            "--buttons takes gpio, gpio:CHIP, events, events:DEVICE, keyboard or mock:FILE, not 'mock:'"),
        Wrong("player --buttons gpio:", "--buttons takes gpio, gpio:CHIP"),
        Wrong("player --buttons keyboard:x", "--buttons takes gpio, gpio:CHIP"),
        Wrong("player --lamps maybe", "--lamps takes on or off, not 'maybe'"),
        Wrong("player --sound=", "--sound takes on or off, not ''"),
        Wrong("player --keys A,B", "--keys: takes four keys with commas between them"),
        Wrong("host a --allowance 2001", "--allowance takes a whole number from 0 to 2000, not '2001'"),
        Wrong("bench fair --gaps 1,x", "--gaps takes milliseconds such as 1,5, not 'x'"),
        Wrong("bench fair --gaps ,", "there is nothing to measure"),
        Wrong("bench fair --links moon", "--links takes loopback, "),
        Wrong("results a b", "unexpected 'b'"),
        Wrong("results a --format xml", "--format takes csv or json, not 'xml'"),
        Wrong("results --format csv", "--format exports one game; name it, or say 'last'"),
        Wrong("results a --json --format csv", "--json and --format csv contradict each other"),
        Wrong("results a --totals", "--totals goes with --format csv"),
        Wrong("results a --format json --totals", "--totals goes with --format csv"),
        Wrong("results --output x", "--output goes with --format"),
        Wrong("player --host nowhere:", "--host takes HOST or HOST:PORT"),
        Wrong("player --host fe80::1", "an IPv6 address needs brackets"),
        Wrong("player --host 1.2.3.4:99999", "--host takes HOST or HOST:PORT"),
        Wrong("player --host 1.2.3.4 --game Friday", "--game chooses among the games on the network"),
        Wrong("host --resume --questions 3", "--questions is of a new game: name its PACK"),
        Wrong("host --resume --name Friday", "--name is of a new game: name its PACK"),
        Wrong("player --name=", "--name needs a name"),
    ]

    @Test(arguments: wrongs)
    func aWrongCommandLineIsExplainedInOneLine(_ wrong: Wrong) async throws {
        try await OwnThreads.run {
            let program = try Program(wrong.words)
            let exit = try await program.exit()
            #expect(exit.code == 2)
            #expect(program.output.elements.isEmpty)
            #expect(exit.errors.count == 1)
            let line = try #require(exit.errors.first)
            #expect(line.hasPrefix("pulsador: "))
            #expect(line.contains(wrong.message))
            #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
    }

    @Test func whatIsWrongNeverControlsTheTerminal() async throws {
        try await OwnThreads.run {
            for words in [["\u{1B}[2Jdance"], ["pack", "\u{1B}[2J"], ["\u{1B}x", "y"], ["demo", "--\u{7}"]] {
                let exit = try await Program(words).exit()
                #expect(exit.code == 2)
                #expect(exit.errors.allSatisfy { !$0.unicodeScalars.contains { $0.value < 32 } }, "\(exit.errors)")
            }
        }
    }

    @Test func nothingAtAllShowsWhatThereIs() async throws {
        try await OwnThreads.run {
            let exit = try await Program([]).exit()
            #expect(exit.code == 2)
            #expect(exit.errors.contains { $0.contains("Usage: pulsador COMMAND") })
        }
    }

    @Test(arguments: [
        ["demo"], ["host"], ["player"], ["results"], ["pack", "check"], ["documents", "serve"], ["documents", "sync"],
        ["documents", "put"], ["documents", "get"], ["documents", "list"], ["manual"], ["completion"],
    ])
    func everyCommandHelpsWithAnExample(_ command: [String]) async throws {
        try await OwnThreads.run {
            let program = try Program(command + ["--help"])
            #expect(try await program.exit() == Program.Exit(code: 0, errors: []))
            let lines = program.output.elements
            #expect(lines.contains { $0.hasPrefix("Usage: pulsador \(command.joined(separator: " "))") })
            let example = lines.firstIndex(of: "Example:").map { lines[$0 + 1] }
            #expect(example?.contains("pulsador \(command.joined(separator: " "))") == true)
        }
    }

    @Test func theEnvironmentSetsOptionsAndTheCommandLineWins() async throws {
        try await OwnThreads.run {
            let bad = try await Program.run("demo", environment: ["PULSADOR_PLAYERS": "none"])
            #expect(bad.exit.code == 2)
            let demo = try Program(
                ["demo", "--players", "1"],
                environment: [
                    "PULSADOR_PLAYERS": "3", "PULSADOR_QUESTIONS": "1", "PULSADOR_HEADLESS": "1", "PULSADOR_JSON": "1",
                    "PULSADOR_FAST": "1",
                ])
            #expect(try await demo.exit().code == 0)
            #expect(try demo.events.last?.leaderboard?.count == 1)
        }
    }
}
