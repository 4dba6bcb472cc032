import Buttons
import Quiz

/// Ids, names, button scripts and pin maps: whatever parses prints as it was, and no name holds what a terminal would obey.
final class TextTarget: FuzzTarget {
    static let name = "texts"
    static let summary = "document ids, names, button scripts and pin maps: print what they parsed, hide nothing"
    static let words = [
        "player::", "answer::", "answerResult::", "question::", "::", "score::", "leaderboard::", "\u{1B}[2J",
        "\u{202E}",
        "\u{200D}", "press", "hold", "wait", "after", "ms", "-2", "0",
    ]

    func seeds() -> [[UInt8]] {
        let texts = [
            "game1", "player::game1::ana", "question::game1::0", "question::game1::3-2", "questionState::game1",
            "answer::game1::question::game1::0::ana", "answerResult::game1::question::game1::0::ana",
            "score::game1::ana",
            "leaderboard::game1", "Ana \u{1F469}\u{200D}\u{1F680} O\u{308}zil",
            "press 1\nwait 200ms\npress 2 at question 1\n",
            "name = x\nbutton-1 = A\nbutton-2 = B, 2\nbutton-3 = C\nbutton-4 = D\nkey-1 = KEY_A\nhost-1 = quit\n",
            "KEY_A,KEY_B+KEY_KP2,BTN_TRIGGER,4",
        ]
        return texts.map { Array($0.utf8) }
    }

    func run(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        if let id = DocumentID(parsing: text) {
            try require(id.text.utf8.elementsEqual(text.utf8), "'\(text)' parses as '\(id.text)'")
            try require(text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "'\(text)' has a character no id may have")
        }
        if let name = DisplayName.sanitised(text) {
            try require(name.count <= QuizLimits.nameLength, "a name of \(name.count) characters")
            try require(DisplayName.sanitised(name) == name, "'\(name)' is not its own clean form")
            try require(name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "'\(name)'")
        }
        _ = try? ButtonScript(parsing: text, file: "input")
        _ = try? KeyMap(parsing: text, context: "input")
        if let map = try? PinMap(parsing: text, file: "input") {
            try require(map.buttons.count == 4 && [0, 4].contains(map.lamps.count), "a map with a button too few")
        }
    }
}
