import Dispatch
@preconcurrency import Glibc

/// A yes or a no from the terminal.
enum TerminalAnswer {
    private static let patienceMs: Int32 = 20_000

    /// Prints a question on standard error and waits for a line, for at most twenty seconds; nil for none and for what is
    /// neither.
    @Sendable static func ask(_ question: String) async -> Bool? {
        Output.note(question)
        return await withCheckedContinuation { continuation in
            // A thread that may wait.
            DispatchQueue.global().async { continuation.resume(returning: read()) }
        }
    }

    private static func read() -> Bool? {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&input, 1, patienceMs) > 0 else { return nil }
        switch readLine()?.lowercased() {
        case "y", "yes": return true
        case "n", "no": return false
        default: return nil
        }
    }
}
