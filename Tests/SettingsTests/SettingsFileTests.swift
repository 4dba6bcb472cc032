import Settings
import TestSupport
import Testing

/// The form of a settings file: what is read from it, and what is said of a wrong one.
struct SettingsFileTests {
    private static func read(_ text: String) throws -> [SettingsFile.Setting] {
        try SettingsFile(path: "host.conf", bytes: Array(text.utf8), noun: "option").settings
    }

    private static func complaint(_ bytes: [UInt8]) -> String? {
        do {
            _ = try SettingsFile(path: "host.conf", bytes: bytes, noun: "option")
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func settingsAreReadWithTheirLines() throws {
        let settings = try Self.read("# a game\n\nname = Friday night\nport=18999\n  auto\t=\tyes  \n")
        #expect(
            settings == [
                .init(name: "name", value: "Friday night", line: 3), .init(name: "port", value: "18999", line: 4),
                .init(name: "auto", value: "yes", line: 5),
            ])
    }

    @Test func aValueKeepsWhatOtherFormatsWouldTakeApart() throws {
        let settings = try Self.read(#"name = "Team #1" = best; ñandú"#)
        #expect(settings.map(\.value) == [#""Team #1" = best; ñandú"#])
    }

    @Test(arguments: ["", "\n\n", "# nothing", "   # indented", "\u{FEFF}# with a byte order mark"])
    func aFileWithoutSettingsIsGood(_ text: String) throws {
        #expect(try Self.read(text).isEmpty)
    }

    @Test func linesMayEndAsOnWindows() throws {
        #expect(try Self.read("\u{FEFF}port = 1\r\nname = A\r\n").map(\.value) == ["1", "A"])
    }

    @Test(arguments: [
        ("port", "host.conf:1: expected 'option = value' or '# comment', not 'port'"),
        ("#\n= 3", "host.conf:2: there is no option's name before the '='"),
        ("port =", "host.conf:1: 'port' has no value; give it one, or put a # before it"),
        ("port = 1\n\nport = 2", "host.conf:3: 'port' is set twice, first in line 1"),
        ("name = a\u{1B}[2J", "host.conf:1: there is a control character in 'name = a?[2J'; remove it"),
    ])
    func aWrongLineIsNamed(_ text: String, _ message: String) {
        #expect(Self.complaint(Array(text.utf8)) == message)
    }

    @Test func whatIsNoTextIsNamed() {
        #expect(
            Self.complaint(Array("a = b\n".utf8) + [0x6E, 0xFF, 0xFE])
                == "host.conf:2: this is not UTF-8 text; save the file as UTF-8")
    }

    @Test func aFileThatCannotBeReadIsNamedWithTheReason() throws {
        let directory = try TemporaryDirectory()
        for (path, code, message) in [
            (directory.file("none"), SettingsError.Code.unreadable, "No such file or directory"),
            (directory.path, .unreadable, "Is a directory"),
            ("/dev/zero", .tooLarge, "has more than 65536 bytes: it is no file of fields"),
        ] {
            #expect(throws: SettingsError(code: code, message: message, context: path)) {
                try SettingsFile(path: path, noun: "field")
            }
        }
    }

    @Test func everyByteAnywhereIsReadOrRefusedAndNeverTraps() {
        let good = Array("name = Zoë\nport = 1\n".utf8)
        for position in good.indices {
            for byte in UInt8.min...UInt8.max {
                var bytes = good
                bytes[position] = byte
                let message = Self.complaint(bytes)
                #expect(message.map { $0.hasPrefix("host.conf:") } != false)
            }
            _ = Self.complaint(Array(good[..<position]))
        }
    }
}
