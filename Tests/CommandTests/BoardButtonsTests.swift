import FoundationEssentials
import Testing

/// Boards without their buttons: one line that says what to do, exit code 1, and nothing begun.
struct BoardButtonsTests {
    private static let hasChips = FileManager.default.fileExists(atPath: "/dev/gpiochip0")
    private static let hasInputs = FileManager.default.fileExists(atPath: "/dev/input/event0")

    private static func complaint(_ rig: Rig, _ words: String...) async throws -> String {
        let board = try Program(["player", "--database", rig.directory.file("board")] + words)
        let exit = try await board.exit()
        #expect(exit.code == 1, "\(board.transcript)")
        #expect(exit.errors.count == 1, "\(board.transcript)")
        #expect(board.output.elements.isEmpty, "\(board.transcript)")
        #expect(!FileManager.default.fileExists(atPath: rig.directory.file("board")))
        return exit.errors.first ?? ""
    }

    @Test(.enabled(if: !hasChips), arguments: ["gpio", "gpio:label:x", "gpio:/dev/gpiochip7"])
    func withoutAChipItSaysWhatElseThereIs(_ buttons: String) async throws {
        try await OwnThreads.run {
            let line = try await Self.complaint(try Rig(), "--buttons", buttons, "--board", "gpio-sim")
            #expect(line.contains("has no GPIO chip"), "\(line)")
            #expect(line.contains("--buttons keyboard"), "\(line)")
        }
    }

    @Test(.enabled(if: !hasInputs)) func withoutAnInputDeviceItSaysSo() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let any = try await Self.complaint(rig, "--buttons", "events")
            #expect(any.contains("/dev/input: no input device has four keys"), "\(any)")
            let one = try await Self.complaint(rig, "--buttons", "events:Big Red")
            #expect(one.contains("Big Red: there is no such input device"), "\(one)")
        }
    }

    @Test func anUnknownBoardIsToldWhichThereAre() async throws {
        try await OwnThreads.run {
            let line = try await Self.complaint(try Rig(), "--buttons", "gpio", "--board", "toaster")
            #expect(
                line.contains("toaster: there is no pin map of this name; there are beaglebone, gpio-sim"), "\(line)")
        }
    }

    @Test func aWrongPinMapIsNamedWithLineAndField() async throws {
        try await OwnThreads.run {
            let rig = try Rig()
            let path = try rig.file("mine.board", "name = mine\nbutton-1 = A\nbuton-2 = B\n")
            let line = try await Self.complaint(rig, "--buttons", "gpio", "--board", path)
            #expect(line.contains("mine.board: there is no 'button-2'"), "\(line)")
            let other = try rig.file("other.board", "name = x\nbutton-1 =\n")
            let second = try await Self.complaint(rig, "--buttons", "events", "--board", other)
            #expect(second.contains("other.board:2: 'button-1' has no value"), "\(second)")
        }
    }
}
