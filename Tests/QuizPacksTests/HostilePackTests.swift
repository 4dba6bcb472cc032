import TestSupport
import Testing

@testable import QuizPacks

@Suite struct HostilePackTests {
    @Test(arguments: [
        ("a\\u001b[2Jb", "a[2Jb"),
        ("a\\nb", "a b"),
        ("a\\r\\nb", "a b"),
        ("a\\tb", "a b"),
        ("a\\u2028b", "a b"),
        ("a\\u202eb\\u202c", "ab"),
        ("a\\u2066b\\u200f", "ab"),
        ("so\\u00adft", "soft"),
        ("\\ufeffa\\u007f\\u009b", "a"),
    ]) func whatWouldActOnATerminalIsRemovedAndReported(escaped: String, expected: String) throws {
        let loaded = try Packs.read(
            question: "{ \"text\": \"\(escaped)\", \"choices\": [\"a\", \"b\"], \"correct\": 1 }")
        #expect(loaded.pack.questions.first?.text == expected)
        #expect(loaded.warnings.map(\.message) == ["control characters were removed from text"])
        #expect(loaded.counts == PackCounts(read: 2, changed: 1))
    }

    @Test(arguments: ["👩‍🚀", "क्‍ष", "¿Qué?", "日本語", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"]) func scriptsAndEmojiStayWhole(text: String) throws {
        let loaded = try Packs.read(
            question: "{ \"text\": \"  \(text) \", \"choices\": [\"a\", \"b\"], \"correct\": 1 }")
        #expect(loaded.pack.questions.first?.text == text)
        #expect(loaded.warnings.isEmpty)
    }

    @Test func messagesRepeatWhatWasFoundSafelyAndBriefly() throws {
        let long = String(repeating: "e\u{301}\u{302}", count: 500)
        let loaded = try Packs.read(
            question: "{ \"text\": \"Q\", \"kind\": \"\\u001b]0;\\u0007\(long)\", \"\\u001b[2J\": 1 }")
        for problem in loaded.warnings {
            #expect(problem.description == problem.description.printable)
            #expect(problem.description.utf8.count < 500)
        }
        #expect(loaded.warnings.first?.message.contains("\\u{1B}]0;\\u{7}") == true)
    }

    @Test func aPathWithControlCharactersIsPrintedSafely() {
        let report = PackReport(checking: "no\u{1B}[31m/such\nfile")
        #expect(report.text == "no\\u{1B}[31m/such\\u{A}file: there is no such file; check the path")
    }

    @Test func aQuestionWithTooManyPartsIsSkippedAlone() throws {
        let parts = Array(repeating: "1", count: PackLimits.valuesPerQuestion).joined(separator: ",")
        let loaded = try Packs.read(question: "{ \"text\": \"Q\", \"choices\": [\(parts)], \"correct\": 1 }")
        #expect(loaded.counts == PackCounts(read: 1, skipped: 1))
        #expect(loaded.warnings.first?.message.hasPrefix("found a value with more than 1000 parts") == true)
    }

    @Test func questionsAfterTheLimitAreSkippedWithOneMessage() throws {
        let question = "{\"text\":\"Q\",\"choices\":[\"a\",\"b\"],\"correct\":1}"
        let rows = Array(repeating: question, count: PackLimits.questions + 2).joined(separator: ",\n")
        let loaded = try Packs.read("{\"title\":\"T\",\"questions\":[\n\(rows)]}")
        #expect(loaded.counts == PackCounts(read: PackLimits.questions, skipped: 2))
        #expect(loaded.pack.questions.count == PackLimits.questions)
        #expect(
            loaded.warnings.map(\.description) == [
                "test.quiz.json:100002: pack skipped: the file has 100002 questions; those after the first 100000 are left out"
            ])
    }

    @Test func everyTruncationIsAnErrorOfSyntax() throws {
        let bytes = Array(try Packs.text(of: "Documentation/packs.md").jsonExamples[1].trimmedEnd.utf8)
        for length in 1..<bytes.count {
            let failure = try #require(Packs.failure(Array(bytes[..<length])), "cut at \(length)")
            #expect(failure.code == .syntax, "cut at \(length): \(failure)")
        }
        #expect(Packs.failure(bytes) == nil)
    }

    /// Fuzz entry point: raise `rounds` and vary the seed for a longer run.
    @Test(arguments: [UInt64(1), 2, 3, 4]) func damagedFilesAreReadOrRefusedAndNeverTrap(seed: UInt64) throws {
        let rounds = 500
        let original = Array(try Packs.text(of: "Documentation/packs.md").jsonExamples[1].utf8)
        let alphabet = Array("{}[]\",:\\/u0123456789eE.-+tfn \n\r\u{1}é".utf8) + [0xFF, 0xC0, 0x80]
        var generator = SplitMix64(seed: seed)
        var outcomes: Set<Bool> = []
        for _ in 0..<rounds {
            var bytes = original
            for _ in 0...generator.next(below: 3) {
                let place = generator.next(below: bytes.count)
                switch generator.next(below: 3) {
                case 0: bytes[place] = alphabet[generator.next(below: alphabet.count)]
                case 1: bytes.remove(at: place)
                default: bytes.insert(alphabet[generator.next(below: alphabet.count)], at: place)
                }
            }
            do {
                let loaded = try Packs.read(bytes)
                let questions = loaded.pack.questions
                #expect(loaded.counts.read == questions.count && !questions.isEmpty)
                let isInRange = questions.allSatisfy { question in
                    question.correct.allSatisfy { question.choices.indices.contains($0) }
                }
                #expect(isInRange)
                #expect(questions.allSatisfy { PackLimits.seconds.contains($0.seconds) })
                outcomes.insert(true)
            } catch {
                #expect(error is PackError)
                outcomes.insert(false)
            }
        }
        #expect(outcomes == [true, false])
    }
}

extension String {
    fileprivate var trimmedEnd: String {
        String(self[...(lastIndex { !$0.isWhitespace } ?? startIndex)])
    }
}
