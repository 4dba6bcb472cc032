import FoundationEssentials
import TestSupport
import Testing

@testable import QuizPacks

@Suite struct PackFailureTests {
    @Test(arguments: [
        ("{ \"title\": \"T\",\n  \"questions\": [1,] }", 2, 19, "found \"]\"; expected a value after the comma"),
        ("{ \"title\": \"T\",\n}", 2, 1, "found \"}\"; expected a field name in double quotes after the comma"),
        ("{ title: 1 }", 1, 3, "found \"t\"; expected a field name in double quotes"),
        ("{ \"title\" 1 }", 1, 11, "found \"1\"; expected \":\" after the field name"),
        ("{ \"title\": \"T\" \"x\": 1 }", 1, 16, "found \"\"\"; expected \",\" or \"}\""),
        ("{ \"title\": “T” }", 1, 12, "JSON wants straight double quotes"),
        ("{ 'title': 1 }", 1, 3, "JSON wants straight double quotes"),
        ("{ // comment\n \"title\": 1 }", 1, 3, "JSON has no comments"),
        ("{ \"title\": \"é\u{1F600}\" x", 1, 17, "found \"x\""),
        ("{ \"title\": \"T\n\" }", 1, 14, "the text that begins at column 12 has no closing quote on its line"),
        ("{ \"title\": \"T\u{1}\" }", 1, 14, "found a control character (code 1) in a text"),
        ("{ \"title\": \"T", 1, 14, "the file ends inside a text"),
        ("{ \"title\": \"\\", 1, 14, "the file ends inside a text"),
        ("{ \"title\": \"\\x\" }", 1, 13, "found an unknown escape"),
        ("{ \"title\": \"\\u12g4\" }", 1, 13, "found an incomplete \\u escape"),
        ("{ \"title\": \"\\ud83d\" }", 1, 13, "found half of a \\u pair"),
        ("{ \"title\": \"\\ude00\" }", 1, 13, "found half of a \\u pair"),
        ("{ \"title\": \"\\ud83d\\u0041\" }", 1, 13, "found half of a \\u pair"),
        ("{ \"title\": 01 }", 1, 12, "found a number that begins with 0"),
        ("{ \"title\": 1. }", 1, 14, "expected a digit"),
        ("{ \"title\": 1e }", 1, 14, "expected a digit"),
        ("{ \"title\": - }", 1, 13, "expected a digit"),
        ("{ \"title\": .5 }", 1, 12, "found \".\"; expected a value"),
        ("{ \"title\": nul }", 1, 12, "found \"n\"; expected a value"),
        ("{ \"title\": True }", 1, 12, "found \"T\"; expected a value"),
        ("{ \"title\":", 1, 11, "the file ends here; expected a value"),
        ("{", 1, 2, "the file ends here; expected a field name"),
        ("{} x", 1, 4, "expected nothing after the last \"}\""),
        ("title: T", 1, 1, "found no object"),
        (
            "{ \"title\": " + String(repeating: "[", count: 32), 1, 44,
            "more than 32 levels of brackets"
        ),
    ]) func anErrorOfSyntaxNamesLineAndColumn(json: String, line: Int, column: Int, message: String) throws {
        let failure = try #require(Packs.failure(json))
        #expect(failure.code == .syntax)
        #expect(failure.line == line)
        #expect(failure.column == column)
        #expect(failure.message.contains(message), "\(failure.message)")
        #expect(failure.description.hasPrefix("test.quiz.json:\(line):\(column): "))
    }

    @Test(arguments: [
        ("", "the file is empty"),
        (" \n ", "the file is empty"),
        ("[]", "found no object"),
        ("{}", "there is no list \"questions\""),
        ("{ \"questions\": 3 }", "\"questions\" is no list"),
        ("{ \"questions\": [], \"questions\": [] }", "the field \"questions\" is there twice"),
        ("{ \"title\": \"a\", \"title\": \"b\" }", "the field \"title\" is there twice"),
    ]) func jsonThatIsNoPackIsRefused(json: String, message: String) throws {
        let failure = try #require(Packs.failure(json))
        #expect(failure.code == .shape)
        #expect(failure.message.contains(message), "\(failure.message)")
    }

    @Test func aPackWithoutAUsableQuestionIsRefusedWithEveryReason() throws {
        let failure = try #require(Packs.failure("{ \"title\": \"T\", \"questions\": [\n1,\n{ \"text\": \"\" } ] }"))
        #expect(failure.code == .noQuestion)
        #expect(failure.counts == PackCounts(skipped: 2))
        #expect(failure.problems.map(\.line) == [2, 3])
        #expect(failure.message.hasPrefix("none of the 2 questions can be used; line 2, question 1 skipped: found 1"))

        let empty = try #require(Packs.failure("{ \"title\": \"T\", \"questions\": [] }"))
        #expect(empty.code == .noQuestion)
        #expect(empty.message.hasPrefix("the list \"questions\" is empty"))
    }

    @Test func aByteOrderMarkIsNoPartOfTheFile() throws {
        let json =
            "{ \"title\": \"Á\", \"questions\": [ { \"text\": \"Q\", \"choices\": [\"a\", \"b\"], \"correct\": 1 } ] }"
        let loaded = try Packs.read([0xEF, 0xBB, 0xBF] + Array(json.utf8))
        let plain = try Packs.read(json)
        #expect(loaded == plain)
        #expect(loaded.pack.title == "Á")
        #expect(Packs.failure([0xEF, 0xBB, 0xBF] + Array("{ x".utf8))?.column == 3)
    }

    @Test(
        arguments: [
            ([0xFF, 0xFE, 0x7B, 0x00], "the file is UTF-16", nil),
            ([0xFE, 0xFF, 0x00, 0x7B], "the file is UTF-16", nil),
            (Array("{\n \"".utf8) + [0xE9] + Array("\": 1 }".utf8), "this text is not UTF-8", 2),
        ] as [([UInt8], String, Int?)]) func anotherEncodingIsNamed(bytes: [UInt8], message: String, line: Int?) throws
    {
        let failure = try #require(Packs.failure(bytes))
        #expect(failure.code == .encoding)
        #expect(failure.line == line)
        #expect(failure.message.contains(message))
    }

    @Test func aFileThatIsNotThereOrNoFileIsNamed() throws {
        let directory = try TemporaryDirectory()
        for (path, message) in [
            (directory.file("none.quiz.json"), "there is no such file"),
            (directory.path, "this is a folder"),
            ("/dev/null", "this is no regular file"),
        ] {
            #expect(throws: PackError.self) { try QuizPack.load(path: path) }
            let report = PackReport(checking: path)
            #expect(report.failure?.code == .unreadable)
            #expect(report.failure?.description.contains("\(path): \(message)") == true)
        }
    }

    @Test func aFileAboveTheLimitIsRefusedAndOneAtTheLimitIsNot() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(String(repeating: "x", count: 1000), as: "x")
        #expect(try PackFile.read(path, limit: 1000).count == 1000)
        #expect(throws: PackError.self) { try PackFile.read(path, limit: 999) }
    }
}
