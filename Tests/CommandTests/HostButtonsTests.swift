import Testing

@testable import Buttons
@testable import pulsador

/// A host that is run with four buttons, by a script.
struct HostButtonsTests {
    /// A host without keyboard and without `--auto`: only its buttons move it.
    private static func host(_ rig: Rig, script: String, _ more: String...) async throws -> (Program, Program) {
        let buttons = try rig.file("host.buttons", script)
        let host = try Program(
            [
                "host", try rig.pack(correct: [1, 2]), "--port", "0", "--no-advertise", "--headless", "--json",
                "--database",
                rig.directory.file("host"), "--buttons", "mock:\(buttons)",
            ] + more)
        let port = try #require(try await host.event("lobby").port)
        return (host, try rig.board("Ana", port: port, script: "", "--once"))
    }

    /// Presses of `next` for as long as a slow machine may need one.
    private static func next(after trigger: String) -> String {
        (1...20).map { "on \(trigger) after \($0)s press 1\n" }.joined()
    }

    @Test func nextStartsAndGoesOnCloseClosesToTheEnd() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let script =
                "on lobby after 200ms press 1\non question any after 200ms press 2\n" + Self.next(after: "question any")
            let (host, board) = try await Self.host(rig, script: script)
            try await host.event("question") { $0.index == 0 }
            #expect(try await host.event("closed").answers == 0)
            try await host.event("question") { $0.index == 1 }
            try await host.event("closed")
            try await host.event("final")
            #expect(try await host.exit().code == 0, "\(host.transcript)")
            #expect(try await board.exit().code == 0, "\(board.transcript)")
        }
    }

    @Test func quitTakesALongPress() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let (host, board) = try await Self.host(
                rig,
                script: "on lobby press 4\non lobby after 300ms press 1\non question 1 after 100ms press 4 hold 2500ms")
            // The short press before it did nothing.
            try await host.event("question")
            #expect(try await host.exit() == Program.Exit(code: 0, errors: []), "\(host.transcript)")
            #expect(try host.events.named("closed").isEmpty)
            try await board.kill()
        }
    }

    @Test func thePinMapSaysWhichButtonIsWhich() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let board = try rig.file(
                "swapped.board",
                "name = s\nbutton-1 = 0\nbutton-2 = 1\nbutton-3 = 2\nbutton-4 = 3\nhost-1 = quit\nhost-4 = next\n")
            let (host, player) = try await Self.host(
                rig, script: "on lobby press 4\non question 1 press 1 hold 3s", "--board", board)
            try await host.event("question")
            #expect(try await host.exit().code == 0, "\(host.transcript)")
            try await player.kill()
        }
    }

    @Test(arguments: [("gpio", "has no GPIO chip"), ("mock:/nonexistent", "cannot be read"), ("piano", "takes gpio")])
    func whatIsWrongWithThemIsToldBeforeThereIsADatabase(_ buttons: String, _ message: String) async throws {
        let rig = try Rig()
        let host = try Program(
            "host", try rig.pack(correct: [1]), "--headless", "--database", rig.directory.file("host"), "--board",
            "gpio-sim",
            "--buttons", buttons)
        let exit = try await host.exit()
        #expect(exit.code == (buttons == "piano" ? 2 : 1))
        #expect(exit.errors.count == 1 && exit.errors[0].contains(message), "\(exit.errors)")
        #expect(host.output.elements.isEmpty)
    }

    @Test func aHostWithoutAnythingToPressIsRefused() async throws {
        let exit = try await Program("host", "x", "--headless", "--buttons", "keyboard").exit()
        #expect(exit.code == 2)
        #expect(exit.errors.first?.contains("--headless has no keys to start with; add --auto") == true)
    }

    @Test func keysAndButtonsAskForTheSame() {
        #expect(PinMap.HostKey.allCases.map(\.whenPressed) == [.advance, .close, .back, nil])
        #expect(PinMap.HostKey.allCases.map(\.whenHeld) == [nil, nil, nil, .quit])
    }
}
