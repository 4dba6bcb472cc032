import Buttons
import FoundationEssentials
import TestSupport
import Testing
import Timing

@Suite struct ButtonScriptTests {
    @Test(
        "one line is one step",
        arguments: [
            (
                "at 1.250s press 2",
                ButtonScript.Step(
                    .start, after: .milliseconds(1250), .press(button: 1, hold: .milliseconds(80), bounces: 0))
            ),
            (
                "  at 3s\tpress 1 hold 90ms bounce 5   # ouch",
                .init(.start, after: .seconds(3), .press(button: 0, hold: .milliseconds(90), bounces: 5))
            ),
            (
                "at 0s press 4 bounce 10 hold 8400us",
                .init(.start, after: .zero, .press(button: 3, hold: .microseconds(8400), bounces: 10))
            ),
            ("at 2s edge 1 down", .init(.start, after: .seconds(2), .edge(line: 0, isActive: true))),
            ("at 300us edge 4 up", .init(.start, after: .microseconds(300), .edge(line: 3, isActive: false))),
            (
                "on question 3 after 400ms press 3",
                .init(.question(2), after: .milliseconds(400), .press(button: 2, hold: .milliseconds(80), bounces: 0))
            ),
            ("on question any edge 2 up", .init(.question(nil), after: .zero, .edge(line: 1, isActive: false))),
            (
                "on lobby press 1",
                .init(.lobby, after: .zero, .press(button: 0, hold: .milliseconds(80), bounces: 0))
            ),
        ]
    ) func step(line: String, step: ButtonScript.Step) throws {
        #expect(try ButtonScript(parsing: line, file: "x").steps == [step])
    }

    @Test(
        "a line that is not understood says where, what, and what is expected",
        arguments: [
            ("after 1s press 1", "found 'after', expected 'at' or 'on'"),
            ("at", "found the end of the line, expected a time with its unit, like 1.25s, 400ms or 300us"),
            ("at 5 press 1", "found '5', expected a time with its unit, like 1.25s, 400ms or 300us"),
            ("at -5s press 1", "found '-5s', expected a time with its unit, like 1.25s, 400ms or 300us, up to a day"),
            ("at infs press 1", "found 'infs', expected a time with its unit, like 1.25s, 400ms or 300us, up to a day"),
            ("at 1e9s press 1", "found '1e9s', expected a time with its unit, like 1.25s, 400ms or 300us, up to a day"),
            (
                "at 86401s press 1",
                "found '86401s', expected a time with its unit, like 1.25s, 400ms or 300us, up to a day"
            ),
            ("at s press 1", "found 's', expected a time with its unit, like 1.25s, 400ms or 300us, up to a day"),
            ("at 1s push 1", "found 'push', expected 'press' or 'edge'"),
            ("at 1s press 0", "found '0', expected a button, 1 to 4"),
            ("at 1s press 5", "found '5', expected a button, 1 to 4"),
            ("at 1s press", "found the end of the line, expected a button, 1 to 4"),
            ("at 1s press 1 bounce 11", "found '11', expected a number of bounces, 0 to 10"),
            (
                "at 1s press 1 hold 1ms bounce 5",
                "found 'hold 0.001 seconds', expected at least 0.0044 seconds for 5 bounces"
            ),
            ("at 1s press 1 2", "found '2', expected the end of the line"),
            ("at 1s edge 1 sideways", "found 'sideways', expected 'down' or 'up'"),
            ("on answer 1 press 1", "found 'answer', expected 'question', 'lobby' or 'call'"),
            ("on question 0 press 1", "found '0', expected a question number from 1, or 'any'"),
            (
                "at \u{1B}[2Js press 1",
                "found '\\u{1B}[2Js', expected a time with its unit, like 1.25s, 400ms or 300us, up to a day"
            ),
        ]
    ) func fault(line: String, message: String) {
        #expect(throws: ButtonsError(.invalidScript, message, context: "demo.buttons:3")) {
            try ButtonScript(parsing: "# title\r\n\r\n\(line)\r\n", file: "demo.buttons")
        }
    }

    @Test func theDocumentedExampleIsAScript() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Documentation/mock-buttons.md")
        let text = try String(decoding: Data(contentsOf: page), as: UTF8.self)
        let example = try #require(text.split(separator: "```\n").dropFirst().first)
        let script = try ButtonScript(parsing: String(example), file: "mock-buttons.md")
        #expect(script.steps.count == 5)
        #expect(script.steps[1].action == .press(button: 0, hold: .milliseconds(120), bounces: 5))
        #expect(script.steps[2].trigger == .lobby)
    }

    @Test func aMissingAndABinaryFileAreNamed() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("binary")
        try Data([0xFF, 0xFE, 0x00]).write(to: URL(fileURLWithPath: path))
        for file in [path, directory.file("none")] {
            #expect {
                try ButtonScript(file: file)
            } throws: { error in
                (error as? ButtonsError)?.code == .unreadableScript && "\(error)".hasPrefix(file)
            }
        }
    }
}
