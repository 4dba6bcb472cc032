import FoundationEssentials
import TestSupport
import Testing

@testable import QuizPacks

@Suite struct PackReportTests {
    private func document(_ report: PackReport) throws -> PackReportDocument {
        let json = try report.json()
        #expect(!json.contains("\n"))
        return try JSONDecoder().decode(PackReportDocument.self, from: Data(json.utf8))
    }

    @Test func aGoodPackIsNamedAndCounted() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(
            """
            { "title": "Friday", "language": "en", "questions": [
              { "text": "Q", "choices": ["a", "b"], "correct": 1 } ] }
            """, as: "friday.quiz.json")
        let report = PackReport(checking: path)
        #expect(report.isUsable)
        #expect(report.text == "\(path): \"Friday\" (en)\n1 read, 0 skipped, 0 changed")
        #expect(
            try report.json()
                == #"{"changed":0,"file":"\#(path)","language":"en","problems":[],"read":1,"skipped":0,"title":"Friday","usable":true}"#
        )
    }

    @Test func problemsComeLineByLineInBothForms() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(
            """
            { "title": "Friday", "questions": [
              { "text": "Q", "choices": ["a", "b"], "correct": 1, "seconds": 1 },
              { "text": "Q", "choices": ["a", "b"], "correct": 3 } ], "colour": 1 }
            """, as: "friday.quiz.json")
        let report = PackReport(checking: path)
        let lines = report.text.split(separator: "\n")
        #expect(report.isUsable)
        #expect(lines.count == 5)
        #expect(lines[0].hasPrefix("\(path):2: question 1 changed: seconds is 1;"))
        #expect(lines[1].hasPrefix("\(path):3: question 2 skipped: correct is 3;"))
        #expect(lines[2].hasPrefix("\(path):3: pack: the field \"colour\" is unknown"))
        #expect(lines[4] == "1 read, 1 skipped, 1 changed")
        let document = try document(report)
        #expect(document.problems.map(\.line) == [2, 3, 3])
        #expect(document.problems.map(\.question) == [1, 2, nil])
        #expect(document.problems.map(\.effect) == [.changed, .skipped, .note])
        #expect(document.error == nil)
    }

    @Test func aFileThatIsNoPackIsReportedWithItsPlace() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("{\n  nonsense }", as: "x.quiz.json")
        let report = PackReport(checking: path)
        #expect(!report.isUsable)
        #expect(report.text == "\(path):2:3: found \"n\"; expected a field name in double quotes")
        let document = try document(report)
        #expect(!document.usable)
        #expect(
            document.error
                == .init(
                    code: "syntax", line: 2, column: 3, message: "found \"n\"; expected a field name in double quotes"))
    }

    @Test func aPackWithoutAUsableQuestionStillListsEveryProblem() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("{ \"title\": \"T\", \"questions\": [1,\n2] }", as: "x.quiz.json")
        let report = PackReport(checking: path)
        #expect(!report.isUsable)
        #expect(report.problems.map(\.line) == [1, 2])
        #expect(report.text.split(separator: "\n").count == 4)
        #expect(report.text.hasSuffix("0 read, 2 skipped, 0 changed"))
    }

    @Test func aPictureBesideThePackIsFoundAndKept() throws {
        let directory = try TemporaryDirectory()
        _ = try directory.write("jpeg", as: "stork.jpg")
        let path = try directory.write(
            """
            { "title": "T", "questions": [
              { "text": "Q", "choices": ["a", "b"], "correct": 1, "picture": "stork.jpg" } ] }
            """, as: "x.quiz.json")
        let loaded = try QuizPack.load(path: path)
        #expect(loaded.pack.questions.first?.picture == "stork.jpg")
        #expect(loaded.warnings.isEmpty)
    }
}
