import Documents

/// What an active replicator was asked to do.
package struct ReplicationPlan: Sendable {
    /// The collections to replicate, in wire order; each exists in the local database.
    package var collections: [CollectionName]
    package var pushes: Bool
    package var pulls: Bool
    package var isContinuous: Bool
    /// Identifies the passive side, so that checkpoints with different ones stay apart.
    package var remote: String
    /// Pushes and pulls only these documents; nil means all.
    package var documentIDs: Set<String>?
    /// Who wins when a pulled revision conflicts with a local one.
    package var conflictResolver: ConflictResolver

    /// `remote` must be the same text in every connection with the same peer.
    package init(
        collections: [CollectionName], pushes: Bool, pulls: Bool, isContinuous: Bool, remote: String,
        documentIDs: Set<String>? = nil, conflictResolver: @escaping ConflictResolver
    ) {
        self.collections = collections
        self.pushes = pushes
        self.pulls = pulls
        self.isContinuous = isContinuous
        self.remote = remote
        self.documentIDs = documentIDs
        self.conflictResolver = conflictResolver
    }
}
