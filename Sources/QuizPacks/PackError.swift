/// Why no question of a pack can be used.
package struct PackError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of failure it is, for programs.
    package enum Code: String, Sendable {
        /// The file cannot be opened or read.
        case unreadable
        /// The file is larger than `PackLimits.fileBytes`.
        case tooLarge
        /// The file is not UTF-8.
        case encoding
        /// The file is not JSON; `line` and `column` say where.
        case syntax
        /// The file is JSON, but no question pack.
        case shape
        /// Every question was skipped; `problems` says why.
        case noQuestion
    }

    package let code: Code
    /// What was found and what to do. One line, safe to print.
    package let message: String
    /// The path as the caller gave it.
    package let file: String
    /// Counted from 1.
    package let line: Int?
    /// Counted from 1, in Unicode scalars.
    package let column: Int?
    /// Why each question was skipped, for `noQuestion`; otherwise empty.
    package let problems: [PackProblem]
    package let counts: PackCounts

    init(
        _ code: Code,
        _ message: String,
        file: String,
        line: Int? = nil,
        column: Int? = nil,
        problems: [PackProblem] = [],
        counts: PackCounts = PackCounts()
    ) {
        self.code = code
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.problems = problems
        self.counts = counts
    }

    /// `file:line:column: message`, safe to print.
    package var description: String {
        let place = [line, column].compactMap { $0 }.map { ":\($0)" }.joined()
        return "\(file.printable)\(place): \(message)"
    }
}
