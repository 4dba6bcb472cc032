/// How many questions a file held and what became of them.
package struct PackCounts: Sendable, Equatable {
    /// Questions in the pack, changed ones included.
    package var read = 0
    /// Questions left out.
    package var skipped = 0
    /// Questions in the pack that are not exactly as written.
    package var changed = 0

    package init(read: Int = 0, skipped: Int = 0, changed: Int = 0) {
        self.read = read
        self.skipped = skipped
        self.changed = changed
    }
}
