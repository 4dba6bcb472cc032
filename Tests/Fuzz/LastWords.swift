import Glibc

/// The input under way, for the moment in which it ends the process: a signal handler writes it to a file.
enum LastWords {
    // SAFETY: set by `prepare` before the handlers are there, which only read them; `count` and the bytes change on the
    // thread that runs the inputs, and a torn one costs no more than a bad file.
    nonisolated(unsafe) private static var path: UnsafeMutablePointer<CChar>?
    nonisolated(unsafe) private static var advice: UnsafeMutablePointer<CChar>?
    nonisolated(unsafe) private static var bytes: UnsafeMutablePointer<UInt8>?
    nonisolated(unsafe) private static var count = 0

    /// What ends a process: traps, memory errors, and the alarm that means a hang.
    private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGALRM]

    /// Installs the handlers. `advice` is printed after the input was written to `path`.
    static func prepare(path: String, advice: String) {
        self.path = strdup(path)
        self.advice = strdup(advice + "\n")
        bytes = .allocate(capacity: Fuzz.maxInputBytes)
        for signal in signals {
            Glibc.signal(signal) { number in
                LastWords.say()
                Glibc.signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    static func note(_ input: [UInt8]) {
        count = min(input.count, Fuzz.maxInputBytes)
        for index in 0..<count { bytes?[index] = input[index] }
    }

    /// Writes the input and the advice, with nothing but system calls.
    static func say() {
        guard let path, let advice, let bytes else { return }
        let descriptor = creat(path, 0o644)
        _ = write(descriptor, bytes, count)
        close(descriptor)
        _ = write(STDERR_FILENO, advice, strlen(advice))
    }
}
