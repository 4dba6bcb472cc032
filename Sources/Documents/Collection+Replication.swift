import Timing

extension Collection {
    /// Stores a received revision if it is news.
    ///
    /// Every version of its vector must pass the clock (`.invalidTimestamp`), by whatever author. The vector is stored
    /// whole. A revision at the current version only adds to its history. With `.refuse` an unrelated live
    /// revision replaces a tombstone; with `.resolve` that is the resolver's to decide. Throws also `.invalidDocument`, `.tooLarge`, `.invalidVersion` (empty vector); none of these undoes
    /// an enclosing transaction, so a batch goes on.
    ///
    /// What the peer has is not noted here: see `setRemoteVersion`.
    @discardableResult
    package func insert(
        _ revision: IncomingRevision, origin: ChangeOrigin, receivedAt: MonotonicTime? = nil,
        conflict: ConflictPolicy = .refuse
    ) throws -> InsertOutcome {
        try database.write {
            try $0.insert(revision, into: name, origin: origin, receivedAt: receivedAt, conflict: conflict)
        }
    }

    /// The version of a document that `peer` is known to have; nil when unknown. Survives a restart.
    package func remoteVersion(_ id: String, peer: String) throws -> Version? {
        try database.read { try $0.remoteVersion(id, in: name, peer: peer) }
    }

    /// Notes the version of a document that `peer` has. `peer` is the caller's name for it, 1 to 1,024 bytes.
    package func setRemoteVersion(_ version: Version, _ id: String, peer: String) throws {
        try database.write { try $0.setRemoteVersion(version, id, in: name, peer: peer) }
    }
}
