/// The command line is wrong. Exit code 2.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

/// The command failed at run time, in one line for a person. Exit code 1.
struct CommandError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
