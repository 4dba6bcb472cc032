/// What a commit survives.
package enum Durability: Hashable, Sendable {
    /// The commit is on the disk when the call returns: it survives a loss of power.
    case full
    /// The commit survives a killed process; a loss of power may take the last ones (never a part of one).
    case normal
}
