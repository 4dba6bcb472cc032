import FoundationEssentials
import TestSupport

@testable import QuizPacks

/// Shorthands for reading packs from text.
enum Packs {
    /// Reads `json` as the file `test.quiz.json` of the current folder.
    static func read(_ json: String) throws -> LoadedPack {
        try read(Array(json.utf8))
    }

    static func read(_ bytes: [UInt8], file: String = "test.quiz.json") throws -> LoadedPack {
        var reader = PackReader(file: file, bytes: bytes)
        return try reader.read()
    }

    /// A pack with `question` on line 3 and a good question on line 4, so that a bad one is reported, not fatal.
    static func read(question: String) throws -> LoadedPack {
        try read(
            """
            { "title": "T",
              "questions": [
                \(question),
                { "text": "good", "choices": ["a", "b"], "correct": 1 } ] }
            """)
    }

    /// The failure of reading `json`, or nil when it can be read.
    static func failure(_ json: String) -> PackError? {
        failure(Array(json.utf8))
    }

    static func failure(_ bytes: [UInt8]) -> PackError? {
        do {
            _ = try read(bytes)
            return nil
        } catch {
            return error as? PackError
        }
    }

    /// A file of the repository.
    static func repositoryFile(_ path: String) -> String {
        let folders = #filePath.split(separator: "/").dropLast(3)
        return "/" + folders.joined(separator: "/") + "/" + path
    }

    static func text(of path: String) throws -> String {
        String(decoding: try PackFile.read(repositoryFile(path)), as: UTF8.self)
    }
}

extension TemporaryDirectory {
    /// Writes a file and returns its path.
    func write(_ text: String, as name: String) throws -> String {
        let path = file(name)
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }
}
