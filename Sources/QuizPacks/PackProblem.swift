/// One thing a person should know about a pack that was read all the same.
package struct PackProblem: Sendable, Equatable, CustomStringConvertible {
    /// What the reader did about it.
    package enum Effect: String, Sendable, Codable {
        /// The question is not in the pack.
        case skipped
        /// The question (or the pack) is used, but not as written.
        case changed
        /// Nothing was changed.
        case note
    }

    /// The path as the caller gave it.
    package let file: String
    /// Counted from 1: the offending value's line, or its question's.
    package let line: Int
    /// The question's position in the file, counted from 1; nil when the whole pack is meant.
    package let question: Int?
    package let effect: Effect
    /// What was found and what is expected. One line, safe to print.
    package let message: String

    /// `file:line: question 3 skipped: …`, safe to print.
    package var description: String {
        "\(file.printable):\(line): \(subject): \(message)"
    }

    /// Who is concerned and what became of it, as in `question 3 skipped`.
    var subject: String {
        let name = question.map { "question \($0)" } ?? "pack"
        return effect == .note ? name : "\(name) \(effect.rawValue)"
    }
}
