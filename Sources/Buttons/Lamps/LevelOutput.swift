/// Lines that can be set, all at once. Used by one thread.
protocol LevelOutput: AnyObject {
    /// Sets all lines; missing levels are inactive. Throws an errno value: ENODEV when the chip is gone.
    func set(_ levels: [Bool]) throws(SystemError)
}
