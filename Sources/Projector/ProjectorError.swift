/// Why the projector could not take the terminal.
package struct ProjectorError: Error, Equatable, CustomStringConvertible {
    /// What went wrong, for code that decides on it.
    package enum Code: Sendable, Equatable {
        /// The input or the output is no terminal (a pipe, a file, a service without one).
        case notATerminal
        /// `TERM` is not set, or the machine has no description of it.
        case unknownTerminal
        /// The terminal cannot place its cursor.
        case terminalTooSimple
        /// The process shows a projector already.
        case alreadyOpen
        /// No memory, thread or file descriptor could be had.
        case noResources
    }

    package let code: Code
    /// What, where, and what to do; one line.
    package let message: String

    package var description: String { message }
}

extension ProjectorError {
    static let notATerminal = ProjectorError(
        code: .notATerminal,
        message: "standard input or output is not a terminal; run it in a terminal, or add --headless"
    )

    static let noTerm = ProjectorError(
        code: .unknownTerminal,
        message:
            "TERM is not set, so the terminal is unknown; set it, for example TERM=xterm-256color, or add --headless"
    )

    static func unknown(term: String) -> ProjectorError {
        ProjectorError(
            code: .unknownTerminal,
            message: "this machine has no description of the terminal TERM=\(PlainText.line(term)); "
                + "set one it has, for example TERM=xterm-256color, or add --headless"
        )
    }

    static func tooSimple(term: String) -> ProjectorError {
        ProjectorError(
            code: .terminalTooSimple,
            message: "the terminal TERM=\(PlainText.line(term)) cannot place its cursor; "
                + "use another, for example TERM=xterm-256color, or add --headless"
        )
    }

    static let alreadyOpen = ProjectorError(
        code: .alreadyOpen,
        message: "this process shows a projector already; close it before opening another"
    )

    static let noResources = ProjectorError(
        code: .noResources,
        message: "the system gave no memory, thread or file descriptor for the terminal; "
            + "close other programs, or add --headless"
    )
}
