import FoundationEssentials
import Testing

@testable import Buttons

/// The wiring page, the readme and the drawing say what the pin maps say.
@Suite struct WiringPageTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardized.path
    private static let library = PinMapLibrary(folders: ["\(root)/board"], deviceTrees: [])
    /// A simulated chip has no wires.
    private static let boards = library.names.filter { $0 != "gpio-sim" }

    private static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(path)")), as: UTF8.self)
    }

    @Test(arguments: boards) func thePageHasTheTableOfEachBoard(_ name: String) throws {
        let map = try Self.library.map(name)
        let lines = (map.buttons + map.lamps + [map.beeper].compactMap { $0 }).map { line in
            let field = String(line.field.map { $0 == "-" ? " " : $0 })
            return "| \(field) | `\(line.alternatives.joined(separator: ", "))` | \(line.pin ?? "") |"
        }
        let table =
            ["### \(map.name): `\(name)`", "", "| part | line | header |", "|---|---|---|"] + lines + [
                "| ground | | \(map.grounds ?? "") |"
            ]
        #expect(try Self.text("Documentation/wiring.md").contains(table.joined(separator: "\n") + "\n"))
    }

    @Test func thePageHasNoBoardThatThereIsNoMapOf() throws {
        let sections = try Self.text("Documentation/wiring.md").split(separator: "\n").filter { $0.hasPrefix("### ") }
        #expect(sections.count == Self.boards.count)
    }

    @Test func theReadmesTableIsTheRaspberrys() throws {
        let map = try Self.library.map("raspberry-pi")
        let readme = try Self.text("README.md")
        let buttons = map.buttons.map { $0.pin ?? "" }.joined(separator: " | ")
        let lamps = map.lamps.map { $0.pin ?? "" }.joined(separator: " | ")
        #expect(readme.contains("| buttons | \(buttons) | pin 39 |"))
        #expect(readme.contains("| lamps (LED and 330 Ω) | \(lamps) | pin 39 |"))
        #expect(readme.contains("| beeper (through a transistor) | \(map.beeper?.pin ?? "") | | | | pin 39 |"))
        #expect(map.grounds?.contains("pin 39") == true)
    }

    @Test func theDrawingsTextIsTheRaspberrys() throws {
        let map = try Self.library.map("raspberry-pi")
        let page = try Self.text("Documentation/wiring.md")
        let numbers = (map.buttons + map.lamps).compactMap { $0.pin?.split(separator: " ").last }.map(String.init)
        let words = { (list: ArraySlice<String>) in
            "\(list.dropLast().joined(separator: ", ")) and \(list.last ?? "")"
        }
        #expect(page.contains("Pins \(words(numbers[..<4])) each go to a button"))
        #expect(page.contains("pins \(words(numbers[4...])) each go through"))
    }
}
