import FoundationEssentials
import QuizPacks
import TestSupport

/// Question packs: a file is refused, or what it becomes is fit to be shown and played.
final class PackTarget: FuzzTarget {
    static let name = "packs"
    static let summary = "question pack files: refused, or fit to be shown"
    static let words = [
        "\"questions\"", "\"text\"", "\"choices\"", "\"correct\"", "\"seconds\"", "\"weight\"", "\"image\"",
        "\"kind\"", "\"buzz\"", "\"poll\"", "{", "}", "[", "]", "\\u0000", "\\ud800", "1e999", "-0", "null", "true",
        "/*", "\u{1B}[2J", "../",
    ]

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    func seeds() throws -> [[UInt8]] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../deploy/packs")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        let small = """
            {"title":"T","questions":[{"text":"Q?","choices":["A","B"],"correct":[0],"seconds":20,"weight":2}]}
            """
        return try [Array(small.utf8)]
            + names.sorted().map { Array(try Data(contentsOf: folder.appending(path: $0)).prefix(4_000)) }
    }

    func run(_ input: [UInt8]) throws {
        let path = directory.file("input.quiz.json")
        try Data(input).write(to: URL(filePath: path))
        guard let loaded = try? QuizPack.load(path: path) else { return }
        try require(!loaded.pack.questions.isEmpty, "a pack without a question was taken")
        for question in loaded.pack.questions {
            let fits =
                question.kind == .buzz
                ? question.choices.isEmpty : PackLimits.choices.contains(question.choices.count)
            try require(fits, "\(question.choices.count) choices in a question of the kind \(question.kind)")
            for text in [question.text] + question.choices {
                let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control || $0 == "\n" }
                try require(isPlain && !text.isEmpty, "a text that cannot be shown: \(text.debugDescription)")
            }
        }
        for warning in loaded.warnings {
            let isPlain = "\(warning)".unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            try require(isPlain, "a warning with control characters")
        }
    }
}
