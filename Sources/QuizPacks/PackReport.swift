import FoundationEssentials

/// What `pack check` says about a file: one for people, one for programs.
package struct PackReport: Sendable, Equatable {
    /// The path as the caller gave it.
    package let file: String
    /// The pack, when at least one question can be used.
    package let pack: QuizPack?
    package let counts: PackCounts
    /// In the order of the file.
    package let problems: [PackProblem]
    /// Why there is no pack.
    package let failure: PackError?

    /// Whether a game can be played with the file: at least one question was read.
    package var isUsable: Bool { failure == nil }

    /// Reads the file at `path` as `QuizPack.load` does. Blocks; call it from any thread.
    package init(checking path: String) {
        file = path
        do {
            let loaded = try QuizPack.load(path: path)
            pack = loaded.pack
            counts = loaded.counts
            problems = loaded.warnings
            failure = nil
        } catch {
            let failure =
                error as? PackError ?? PackError(.unreadable, "cannot be read: \(error)".printable, file: path)
            pack = nil
            counts = failure.counts
            problems = failure.problems
            self.failure = failure
        }
    }

    /// One line per problem, then the counts; safe to print, without a line break at the end.
    package var text: String {
        var lines = problems.map(\.description)
        if let failure { lines.append(failure.description) }
        if let pack {
            let language = pack.language.map { " (\($0))" } ?? ""
            lines.append("\(file.printable): \"\(pack.title)\"\(language)")
        }
        if isUsable || counts != PackCounts() {
            lines.append("\(counts.read) read, \(counts.skipped) skipped, \(counts.changed) changed")
        }
        return lines.joined(separator: "\n")
    }

    /// One JSON object on one line; `Documentation/packs.md` lists its fields.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(PackReportDocument(self)), as: UTF8.self)
    }
}
