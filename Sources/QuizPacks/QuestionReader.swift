/// Turns one JSON value into a question. What the question needs (text, kind, choices, correct) must be right, or the
/// question is rejected; anything else falls back to its default and is reported.
struct QuestionReader {
    static let fields = [
        "text", "choices", "correct", "kind", "seconds", "weight", "explanation", "picture", "category",
    ]

    /// Why a question cannot be used.
    struct Rejection: Error {
        let line: Int
        let message: String
    }

    let file: String
    /// Where pictures are looked for: empty, or ending with a slash.
    let folder: String
    /// Counted from 1.
    let number: Int
    private(set) var problems: [PackProblem] = []
    private var line = 0
    private var members: [String: JSONNode] = [:]

    init(file: String, folder: String, number: Int) {
        self.file = file
        self.folder = folder
        self.number = number
    }

    mutating func read(_ node: JSONNode) throws(Rejection) -> PackQuestion {
        line = node.line
        try collectMembers(of: node)
        let text = try requiredText("text", members["text"], maxBytes: PackLimits.textBytes)
        noteLength(text, of: "the text", line: members["text"]?.line, readable: PackLimits.readableText)
        let kind = try kind()
        let choices = try choices(kind)
        let correct = try correct(kind, choices: choices)
        return PackQuestion(
            text: text,
            choices: choices,
            correct: correct,
            kind: kind,
            seconds: setting("seconds", in: PackLimits.seconds, default: PackLimits.defaultSeconds),
            weight: setting("weight", in: PackLimits.weight, default: PackLimits.defaultWeight),
            explanation: optionalText("explanation", maxBytes: PackLimits.textBytes),
            picture: picture(),
            category: optionalText("category", maxBytes: PackLimits.labelBytes))
    }

    private mutating func collectMembers(of node: JSONNode) throws(Rejection) {
        guard case .object(let list) = node.value else {
            throw Rejection(line: line, message: "found \(node.found); expected { \"text\": …, \"choices\": … }")
        }
        var unknown: [String] = []
        for member in list {
            if !Self.fields.contains(member.name) {
                unknown.append(member.name)
            } else if members.updateValue(member.node, forKey: member.name) != nil {
                throw Rejection(
                    line: member.node.line, message: "the field \"\(member.name)\" is there twice; keep one")
            }
        }
        if let first = unknown.first {
            let others = unknown.count > 1 ? " and \(unknown.count - 1) more" : ""
            report(
                .note, line: list.first { $0.name == first }?.node.line,
                "unknown field \(first.excerpt)\(others) ignored; known are \(Self.fields.joined(separator: ", "))")
        }
    }

    mutating func report(_ effect: PackProblem.Effect, line: Int?, _ message: String) {
        problems.append(
            PackProblem(file: file, line: line ?? self.line, question: number, effect: effect, message: message))
    }
}

/// What a question needs.
extension QuestionReader {
    private mutating func requiredText(_ name: String, _ node: JSONNode?, maxBytes: Int) throws(Rejection) -> String {
        guard let node else { throw Rejection(line: line, message: "\(name) is missing; expected a text") }
        guard let raw = node.string else {
            throw Rejection(line: node.line, message: "\(name) is \(node.found); expected a text in quotes")
        }
        let clean = CleanText(raw)
        guard !clean.text.isEmpty else {
            throw Rejection(line: node.line, message: "\(name) is empty; expected a text")
        }
        guard clean.text.utf8.count <= maxBytes else {
            throw Rejection(
                line: node.line,
                message: "\(name) has \(clean.text.utf8.count) bytes; expected at most \(maxBytes)")
        }
        if clean.isChanged { report(.changed, line: node.line, "control characters were removed from \(name)") }
        return clean.text
    }

    private func kind() throws(Rejection) -> PackQuestion.Kind {
        guard let node = members["kind"] else { return .choice }
        guard let kind = node.string.flatMap(PackQuestion.Kind.init) else {
            let known = PackQuestion.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw Rejection(line: node.line, message: "kind is \(node.found); expected one of \(known)")
        }
        return kind
    }

    private mutating func choices(_ kind: PackQuestion.Kind) throws(Rejection) -> [String] {
        let node = members["choices"]
        if kind == .buzz {
            if let node { report(.changed, line: node.line, "a buzz question has no choices; they are left out") }
            return []
        }
        let wanted = kind == .truefalse ? 2...2 : PackLimits.choices
        guard let node else {
            if kind == .truefalse { return ["True", "False"] }
            throw Rejection(line: line, message: "choices are missing; expected a list of \(wanted.spoken) texts")
        }
        guard case .array(let elements) = node.value else {
            throw Rejection(
                line: node.line, message: "choices is \(node.found); expected a list of \(wanted.spoken) texts")
        }
        guard wanted.contains(elements.count) else {
            let count = elements.count == 1 ? "1 choice" : "\(elements.count) choices"
            throw Rejection(line: node.line, message: "found \(count); expected \(wanted.spoken)")
        }
        var choices: [String] = []
        for (index, element) in elements.enumerated() {
            let name = "choice \(index + 1)"
            let text = try requiredText(name, element, maxBytes: PackLimits.choiceBytes)
            if let twin = choices.firstIndex(of: text) {
                throw Rejection(
                    line: element.line, message: "\(name) is the same as choice \(twin + 1); expected different texts")
            }
            noteLength(text, of: name, line: element.line, readable: PackLimits.readableChoice)
            choices.append(text)
        }
        return choices
    }

    private mutating func correct(_ kind: PackQuestion.Kind, choices: [String]) throws(Rejection) -> [Int] {
        let node = members["correct"]
        if kind == .poll || kind == .buzz {
            if let node {
                report(.changed, line: node.line, "a \(kind.rawValue) has no right choice; \"correct\" is left out")
            }
            return []
        }
        let single = "the number of the right choice, \((1...choices.count).spoken)"
        let expected =
            kind == .truefalse
            ? "1 for \(choices[0].excerpt) or 2 for \(choices[1].excerpt)" : "\(single), or a list of such numbers"
        guard let node else { throw Rejection(line: line, message: "correct is missing; expected \(expected)") }
        let elements = if case .array(let list) = node.value { list } else { [node] }
        guard !elements.isEmpty else {
            throw Rejection(line: node.line, message: "correct is an empty list; expected \(expected)")
        }
        var indices: Set<Int> = []
        for element in elements {
            guard let number = element.wholeNumber, (1...choices.count).contains(number) else {
                let hint = element.wholeNumber == 0 ? " (choices are counted from 1)" : ""
                throw Rejection(
                    line: element.line, message: "correct is \(element.found); expected \(expected)\(hint)")
            }
            if !indices.insert(number - 1).inserted {
                report(.changed, line: element.line, "correct names choice \(number) twice; it counts once")
            }
        }
        guard kind != .truefalse || indices.count == 1 else {
            throw Rejection(line: node.line, message: "correct names both choices; expected \(expected)")
        }
        return indices.sorted()
    }

    private mutating func noteLength(_ text: String, of name: String, line: Int?, readable: Int) {
        // No more characters than bytes: the cheap count settles most texts.
        guard text.utf8.count > readable, text.count > readable else { return }
        report(.note, line: line, "\(name) has \(text.count) characters; more than \(readable) are hard to read")
    }
}

/// What a question may have.
extension QuestionReader {
    private mutating func setting(_ name: String, in range: ClosedRange<Int>, default fallback: Int) -> Int {
        guard let node = members[name] else { return fallback }
        let number = node.wholeNumber
        let used = number.map { range.nearest(to: $0) } ?? fallback
        if used != number {
            report(
                .changed, line: node.line,
                "\(name) is \(node.found); expected a whole number, \(range.spoken); \(used) is used")
        }
        return used
    }

    private mutating func optionalText(_ name: String, maxBytes: Int) -> String? {
        guard let node = members[name] else { return nil }
        guard let clean = node.string.map(CleanText.init), clean.text.utf8.count <= maxBytes else {
            report(
                .changed, line: node.line,
                "\(name) is \(node.found); expected a text of at most \(maxBytes) bytes; it is left out")
            return nil
        }
        if clean.isChanged { report(.changed, line: node.line, "control characters were removed from \(name)") }
        return clean.text.isEmpty ? nil : clean.text
    }

    private mutating func picture() -> String? {
        guard let node = members["picture"] else { return nil }
        guard let path = node.string, path.isPathInsideFolder, path.utf8.count <= PackLimits.labelBytes else {
            report(
                .changed, line: node.line,
                "picture is \(node.found); expected the path of a file in the pack's folder; it is left out")
            return nil
        }
        guard PackFile.exists(folder + path) else {
            report(.changed, line: node.line, "picture \(path.excerpt) is not in the pack's folder; it is left out")
            return nil
        }
        return path
    }
}

extension String {
    /// Whether the path, taken from a folder, stays in it as far as its spelling says.
    fileprivate var isPathInsideFolder: Bool {
        guard !isEmpty, !contains("\\"), !unicodeScalars.contains(where: \.isUnprintable) else { return false }
        return split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !["", ".", ".."].contains($0) }
    }
}
