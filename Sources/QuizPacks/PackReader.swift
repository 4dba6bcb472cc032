/// Turns the bytes of an own-format file into a pack: walks the outer object and hands each question on.
struct PackReader {
    static let fields = [
        "$schema", "title", "language", "scoring", "penalty", "negativeTotals", "shuffleChoices", "shuffleQuestions",
        "questions",
    ]

    private let file: String
    private let folder: String
    private let bytes: [UInt8]
    private var questions: [PackQuestion] = []
    private var problems: [PackProblem] = []
    private var counts = PackCounts()
    private var hasUnknownField = false

    /// - Parameter file: the path, for messages and for finding the pictures.
    init(file: String, bytes: [UInt8]) {
        self.file = file
        folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        self.bytes = bytes
    }

    mutating func read() throws -> LoadedPack {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw PackError(.encoding, "the file is UTF-16; save it with the encoding UTF-8", file: file)
        }
        var json = JSONReader(bytes, file: file)
        if json.isAtEnd() { throw PackError(.shape, "the file is empty; \(Self.expected)", file: file) }
        guard json.next == UInt8(ascii: "{") else {
            throw json.failure(
                "found no object; \(Self.expected)", code: json.next == UInt8(ascii: "[") ? .shape : .syntax)
        }

        var settings: [String: JSONNode] = [:]
        var questionsLine: Int?
        try json.readObject { reader, name, line in
            if settings[name] != nil || (name == "questions" && questionsLine != nil) {
                throw reader.failure("the field \(name.excerpt) is there twice; keep one", code: .shape)
            }
            if name == "questions" {
                questionsLine = line
                try readQuestions(&reader)
            } else if Self.fields.contains(name) {
                settings[name] = try reader.readNode()
            } else {
                _ = try reader.readNode()
                let known = Self.fields.dropFirst().joined(separator: ", ")
                reportUnknownField(name, line: line, known: known)
            }
        }
        guard json.isAtEnd() else { throw json.unexpected(expected: "nothing after the last \"}\"") }
        guard questionsLine != nil else {
            throw PackError(.shape, "there is no list \"questions\"; \(Self.expected)", file: file)
        }
        let pack = makePack(settings)
        guard counts.read > 0 else { throw noQuestion() }
        problems.sort { $0.line < $1.line }
        return LoadedPack(pack: pack, warnings: problems, counts: counts)
    }

    private static let expected =
        "expected { \"title\": …, \"questions\": [ … ] } as Documentation/packs.md describes it"
}

/// Questions.
extension PackReader {
    private mutating func readQuestions(_ reader: inout JSONReader) throws {
        guard reader.next != nil else { throw reader.unexpected(expected: "a list of questions") }
        guard reader.next == UInt8(ascii: "[") else {
            throw reader.failure("\"questions\" is no list; expected [ … ]", code: .shape)
        }
        var number = 0
        var firstLeftOut: Int?
        try reader.readArray { reader in
            number += 1
            let node = try reader.readNode()
            if number <= PackLimits.questions {
                add(node, number: number)
            } else {
                firstLeftOut = firstLeftOut ?? node.line
                counts.skipped += 1
            }
        }
        if let firstLeftOut {
            report(
                .skipped, line: firstLeftOut,
                "the file has \(number) questions; those after the first \(PackLimits.questions) are left out")
        }
    }

    private mutating func add(_ node: JSONNode, number: Int) {
        var reader = QuestionReader(file: file, folder: folder, number: number)
        do throws(QuestionReader.Rejection) {
            questions.append(try reader.read(node))
            counts.read += 1
            problems += reader.problems
            if reader.problems.contains(where: { $0.effect == .changed }) { counts.changed += 1 }
        } catch {
            counts.skipped += 1
            problems.append(
                PackProblem(
                    file: file, line: error.line, question: number, effect: .skipped, message: error.message))
        }
    }

    private func noQuestion() -> PackError {
        guard let first = problems.first(where: { $0.effect == .skipped }) else {
            return PackError(.noQuestion, "the list \"questions\" is empty; \(Self.expected)", file: file)
        }
        let message =
            "none of the \(counts.skipped) questions can be used; line \(first.line), \(first.subject): \(first.message)"
        return PackError(.noQuestion, message, file: file, problems: problems, counts: counts)
    }
}

/// Settings of the pack.
extension PackReader {
    private mutating func makePack(_ settings: [String: JSONNode]) -> QuizPack {
        QuizPack(
            title: title(settings["title"]),
            language: language(settings["language"]),
            penalty: penalty(settings["penalty"]),
            negativeTotals: flag("negativeTotals", settings["negativeTotals"]),
            scoring: scoring(settings["scoring"]),
            shuffleChoices: flag("shuffleChoices", settings["shuffleChoices"]),
            shuffleQuestions: flag("shuffleQuestions", settings["shuffleQuestions"]),
            questions: questions)
    }

    private mutating func title(_ node: JSONNode?) -> String {
        if let node, let clean = node.string.map(CleanText.init), !clean.text.isEmpty,
            clean.text.utf8.count <= PackLimits.labelBytes
        {
            if clean.isChanged { report(.changed, line: node.line, "control characters were removed from the title") }
            return clean.text
        }
        let name = CleanText(String(file.dropFirst(folder.count))).text
        let title = name.hasSuffix(".quiz.json") && name != ".quiz.json" ? String(name.dropLast(10)) : name
        report(
            .changed, line: node?.line ?? 1,
            "title is \(node?.found ?? "missing"); expected a text of 1 to \(PackLimits.labelBytes) bytes; "
                + "the file's name is used")
        return title.isEmpty ? "Quiz" : title
    }

    private mutating func language(_ node: JSONNode?) -> String? {
        guard let node else { return nil }
        if let tag = node.string, (2...35).contains(tag.utf8.count),
            tag.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || Character(Unicode.Scalar($0)).isASCIILetterOrDigit })
        {
            return tag
        }
        report(.changed, line: node.line, "language is \(node.found); expected a tag such as \"en\"; it is left out")
        return nil
    }

    private mutating func penalty(_ node: JSONNode?) -> Int {
        guard let node else { return 0 }
        let number = node.wholeNumber
        let used = number.map { PackLimits.penalty.nearest(to: $0) } ?? 0
        if used != number {
            report(
                .changed, line: node.line,
                "penalty is \(node.found); expected a whole number of points, \(PackLimits.penalty.spoken); \(used) is used"
            )
        }
        return used
    }

    private mutating func scoring(_ node: JSONNode?) -> QuizPack.Scoring {
        guard let node else { return .speed }
        if let scoring = node.string.flatMap(QuizPack.Scoring.init) { return scoring }
        report(.changed, line: node.line, "scoring is \(node.found); expected \"speed\" or \"flat\"; speed is used")
        return .speed
    }

    private mutating func flag(_ name: String, _ node: JSONNode?) -> Bool {
        guard let node else { return false }
        if case .bool(let bool) = node.value { return bool }
        report(.changed, line: node.line, "\(name) is \(node.found); expected true or false; false is used")
        return false
    }

    private mutating func reportUnknownField(_ name: String, line: Int, known: String) {
        // One message is enough for a file of another kind.
        guard !hasUnknownField else { return }
        hasUnknownField = true
        report(.note, line: line, "the field \(name.excerpt) is unknown and ignored; known are \(known)")
    }

    private mutating func report(_ effect: PackProblem.Effect, line: Int, _ message: String) {
        problems.append(PackProblem(file: file, line: line, question: nil, effect: effect, message: message))
    }
}

extension Character {
    fileprivate var isASCIILetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
