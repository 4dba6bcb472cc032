/// The lamps of the four buttons, on lines of a chip. Used by one thread.
struct Lamps {
    private let output: any LevelOutput
    /// What the lines were set to last; nil when that is not known.
    private var shown: [Bool]?

    init(_ output: any LevelOutput) {
        self.output = output
    }

    /// Sets the lamps, by button; does nothing when they are so already. Throws an errno value.
    mutating func set(_ levels: [Bool]) throws(SystemError) {
        guard levels != shown else { return }
        shown = nil
        try output.set(levels)
        shown = levels
    }
}
