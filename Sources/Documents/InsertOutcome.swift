/// What became of a received revision.
package enum InsertOutcome: Hashable, Sendable {
    /// It is the current revision now.
    case stored(sequence: Int64, vector: VersionVector)
    /// Nothing to do: the document includes it already, is at the same version, or made the same merge of equal bodies.
    case alreadyThere
    /// It conflicts with the local revision, and the policy was to refuse. Nothing was stored.
    case conflict(local: VersionVector)
    /// It conflicted, and the resolver decided; the document now has this vector.
    case resolved(winner: ConflictWinner, sequence: Int64, vector: VersionVector)
}
