import FoundationEssentials
import TestSupport
import Testing

@testable import QuizPacks

/// What the documents, the schema and the shipped packs say must be true.
@Suite struct DocumentedPackTests {
    @Test func theDocumentedExamplesAreRead() throws {
        let examples = try Packs.text(of: "Documentation/packs.md").jsonExamples
        #expect(examples.count == 2)
        let directory = try TemporaryDirectory()
        try FileManager.default.createDirectory(
            at: URL(filePath: directory.file("pictures")), withIntermediateDirectories: false)
        _ = try directory.write("jpeg", as: "pictures/stork.jpg")
        let packs = try examples.enumerated().map { index, example in
            let loaded = try QuizPack.load(path: directory.write(example, as: "\(index).quiz.json"))
            #expect(loaded.warnings.isEmpty)
            return loaded.pack
        }
        #expect(packs[0].questions.map(\.correct) == [[1]])
        #expect(Set(packs[1].questions.map(\.kind)) == Set(PackQuestion.Kind.allCases))
        for field in PackReader.fields + QuestionReader.fields {
            #expect(examples[1].contains("\"\(field)\":"), "the full example lacks \(field)")
        }
    }

    @Test func theDocumentedTablesNameEveryField() throws {
        let text = try Packs.text(of: "Documentation/packs.md")
        for field in PackReader.fields + QuestionReader.fields {
            #expect(text.contains("\n| `\(field)` | "), "no row for \(field)")
        }
    }

    @Test func theSchemaStatesTheReadersFieldsAndLimits() throws {
        let text = try Packs.text(of: "Documentation/quiz-pack.schema.json")
        let schema = try JSONDecoder().decode(Schema.self, from: Data(text.utf8))
        let question = try #require(schema.defs["question"])
        #expect(Set(schema.properties.keys) == Set(PackReader.fields))
        #expect(Set(question.properties?.keys ?? [:].keys) == Set(QuestionReader.fields))
        #expect(schema.properties["penalty"]?.range == PackLimits.penalty)
        #expect(schema.properties["questions"]?.maxItems == PackLimits.questions)
        #expect(question.properties?["seconds"]?.range == PackLimits.seconds)
        #expect(question.properties?["weight"]?.range == PackLimits.weight)
        #expect(question.properties?["choices"]?.minItems == PackLimits.choices.lowerBound)
        #expect(question.properties?["choices"]?.maxItems == PackLimits.choices.upperBound)
        #expect(question.properties?["text"]?.maxLength == PackLimits.textBytes)
        #expect(question.properties?["kind"]?.enum == PackQuestion.Kind.allCases.map(\.rawValue))
        #expect(schema.defs["choiceNumber"]?.maximum == PackLimits.choices.upperBound)
    }

    @Test(arguments: [("english", "en"), ("spanish", "es")]) func aShippedPackIsReadWithoutAWarning(
        name: String, language: String
    ) throws {
        let loaded = try QuizPack.load(path: Packs.repositoryFile("deploy/packs/\(name).quiz.json"))
        #expect(loaded.warnings.map(\.description) == [])
        #expect(loaded.counts == PackCounts(read: 20))
        #expect(loaded.pack.language == language)
        #expect(Set(loaded.pack.questions.map(\.text)).count == 20)
        #expect(loaded.pack.questions.allSatisfy { $0.explanation != nil && $0.category != nil })
        #expect(loaded.pack.questions.contains { $0.kind == .truefalse })
    }

    @Test func theShippedBuzzPackIsReadWithoutAWarning() throws {
        let loaded = try QuizPack.load(path: Packs.repositoryFile("deploy/packs/buzz.quiz.json"))
        #expect(loaded.warnings.map(\.description) == [])
        #expect(loaded.counts == PackCounts(read: 10))
        #expect(loaded.pack.questions.allSatisfy { $0.kind == .buzz && $0.explanation != nil && $0.category != nil })
    }
}

/// As much of a JSON Schema as the comparison needs.
private struct Schema: Decodable {
    struct Node: Decodable {
        let properties: [String: Node]?
        let minimum: Int?
        let maximum: Int?
        let minItems: Int?
        let maxItems: Int?
        let maxLength: Int?
        let `enum`: [String]?

        var range: ClosedRange<Int>? {
            guard let minimum, let maximum else { return nil }
            return minimum...maximum
        }
    }

    let properties: [String: Node]
    let defs: [String: Node]

    private enum CodingKeys: String, CodingKey {
        case properties
        case defs = "$defs"
    }
}

extension String {
    /// The contents of the fenced `json` blocks of a Markdown text.
    var jsonExamples: [String] {
        split(separator: "```json\n").dropFirst().compactMap { block in
            block.split(separator: "\n```", maxSplits: 1).first.map { $0 + "\n" }
        }
    }
}
