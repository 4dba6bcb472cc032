import Timing

/// One changed document of one commit. A document changed several times in a commit appears once, with its last state.
package struct DocumentChange: Hashable, Sendable {
    package let collection: CollectionName
    package let id: String
    /// The database's sequence of the change.
    package let sequence: Int64
    package let isDeleted: Bool
    /// The document's vector after the change.
    package let vector: VersionVector
    /// The current version of `vector`.
    package let version: Version
    package let origin: ChangeOrigin
    /// When the revision came in, for those from a peer that were stored as they came.
    package let receivedAt: MonotonicTime?
}
