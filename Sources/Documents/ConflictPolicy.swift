/// Which side of a conflict became current.
package enum ConflictWinner: Hashable, Sendable {
    case local
    case remote
    case merged
}

/// A resolver's decision.
package enum ConflictDecision: Hashable, Sendable {
    /// Keep the local body, with the remote side in its history. It has to be pushed again.
    case local
    /// Take the remote body, with the local side in its history. The peer has nothing to learn.
    case remote
    /// Store this body (the text of a JSON object) as a new version that merges both.
    case merged(body: [UInt8])
}

/// Decides a conflict. Called under the database's lock: it must be quick, pure, and must not touch a database.
package typealias ConflictResolver = @Sendable (_ local: DocumentRecord, _ remote: IncomingRevision) -> ConflictDecision

/// What to do with a received revision that conflicts with the local one.
package enum ConflictPolicy: Sendable {
    /// Report it (a passive peer answers 409).
    case refuse
    /// Ask the resolver (an active peer that pulls).
    case resolve(ConflictResolver)

    /// A deletion wins, then the later current version, then the higher source; every peer decides alike.
    package static let `default` = ConflictPolicy.resolve(defaultResolver)

    /// The resolver of `default`.
    package static let defaultResolver: ConflictResolver = { local, remote in
        if local.isDeleted != remote.isDeleted { return local.isDeleted ? .local : .remote }
        guard let mine = local.vector.current, let theirs = remote.vector.current else { return .local }
        if mine.time != theirs.time { return mine.time > theirs.time ? .local : .remote }
        return mine.source < theirs.source ? .remote : .local
    }
}
