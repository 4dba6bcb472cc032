/// Where a change came from.
package enum ChangeOrigin: Hashable, Sendable {
    /// This program: a save, a delete, or a conflict resolved in favour of the local side or of a merged body.
    case local
    /// Replication with the peer of this name.
    case peer(String)
}
