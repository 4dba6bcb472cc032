/// One thing that could stop this machine from playing.
protocol Check: Sendable {
    /// What it looks at, in a word or two.
    var title: String { get }

    /// Looks, and says what it found: one finding or more, in the order to tell.
    func run() async -> [Finding]
}
