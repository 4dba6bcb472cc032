/// A beeper that sounds while its line is active. Used by one thread.
struct Beeper {
    private let output: any LevelOutput
    /// What the line was set to last; nil when that is not known.
    private var isOn: Bool?

    init(_ output: any LevelOutput) {
        self.output = output
    }

    /// Turns it on or off; does nothing when it is so already. Throws an errno value.
    mutating func set(_ on: Bool) throws(SystemError) {
        guard on != isOn else { return }
        isOn = nil
        try output.set([on])
        isOn = on
    }
}
