import Timing

/// Storing what peers send.
extension Store {
    /// Stores a received revision if it is news.
    func insert(
        _ revision: IncomingRevision, into name: CollectionName, origin: ChangeOrigin, receivedAt: MonotonicTime?,
        conflict policy: ConflictPolicy
    ) throws -> InsertOutcome {
        try checkID(revision.id)
        guard !revision.vector.isEmpty else {
            throw DocumentsError(.invalidVersion, "the revision of '\(revision.id)' has no version")
        }
        let facts = try checkBody(revision.body)
        let body = facts.hasReservedKeys ? try JSON.removingReservedKeys(revision.body) : revision.body
        try clock.see(revision.vector.versions)

        let collection = (name: name, number: try makeNumber(of: name))
        var incoming = State(
            isDeleted: revision.isDeleted, vector: revision.vector, body: body, mayHoldBlobs: facts.mayHoldBlobs)
        let local = try header(revision.id, in: collection.number)

        switch revision.vector.compare(local?.vector ?? .empty) {
        case .older:
            return .alreadyThere
        case .same:
            guard let local else { return .alreadyThere }
            let united = local.vector.unitingHistory(with: revision.vector)
            if united != local.vector { try setVector(united, at: local.sequence) }
            return .alreadyThere
        case .newer:
            if let local { incoming.vector = revision.vector.succeeding(local.vector) }
            let sequence = try put(
                revision.id, in: collection, incoming, replacing: local?.sequence, origin: origin,
                receivedAt: receivedAt)
            return .stored(sequence: sequence, vector: incoming.vector)
        case .conflict:
            break
        }

        guard let record = try record(revision.id, in: collection.number) else {
            preconditionFailure("the header of \(revision.id) was just read under the same lock")
        }
        if case .refuse = policy, record.isDeleted, !revision.isDeleted,
            !revision.vector.sharesVersion(with: record.vector)
        {
            // A document made anew where a peer only knows the deleted one: the new one counts as its successor, and what
            // the deletion had behind it stays behind it.
            incoming.vector = revision.vector.winning(over: record.vector)
            let sequence = try put(
                revision.id, in: collection, incoming, replacing: record.sequence, origin: origin,
                receivedAt: receivedAt)
            return .stored(sequence: sequence, vector: incoming.vector)
        }
        let isSameMerge = revision.vector.isSameMerge(as: record.vector) && revision.isDeleted == record.isDeleted
        if isSameMerge, Self.isSameBody(body, record.body) {
            // Two peers resolved the same conflict alike; the first one's version stays. Who has to end equal to the other
            // side takes its version.
            guard case .resolve = policy else { return .alreadyThere }
            return try resolve(.remote, local: record, remote: incoming, in: collection, origin, receivedAt)
        }
        guard case .resolve(let resolver) = policy else { return .conflict(local: record.vector) }
        var remote = revision
        remote.body = body
        incoming.body = body
        let decision = try settle(resolver(record, remote), record, remote)
        return try resolve(decision, local: record, remote: incoming, in: collection, origin, receivedAt)
    }

    /// A merge that only repeats one side is that side winning: no version is spent on it.
    private func settle(
        _ decision: ConflictDecision, _ local: DocumentRecord, _ remote: IncomingRevision
    ) throws -> ConflictDecision {
        guard case .merged(let body) = decision else { return decision }
        guard try !checkBody(body).hasReservedKeys else {
            throw DocumentsError(.invalidDocument, "the merged '\(local.id)' has keys that start with '_'; rename them")
        }
        if !local.isDeleted, Self.isSameBody(body, local.body) { return .local }
        if !remote.isDeleted, Self.isSameBody(body, remote.body) { return .remote }
        return decision
    }

    private func resolve(
        _ decision: ConflictDecision, local: DocumentRecord, remote: State,
        in collection: (name: CollectionName, number: Int64), _ origin: ChangeOrigin, _ receivedAt: MonotonicTime?
    ) throws -> InsertOutcome {
        var state = remote
        let winner: ConflictWinner
        switch decision {
        case .remote:
            winner = .remote
            state.vector = remote.vector.winning(over: local.vector)
        case .local:
            winner = .local
            // Where each includes the other (two peers settled one conflict differently, both without a new version), only
            // a new version can come after both.
            let isMutual = local.vector.current.map(remote.vector.includes) ?? false
            state = State(
                isDeleted: local.isDeleted,
                vector: isMutual ? try merge(local, remote) : local.vector.winning(over: remote.vector),
                body: local.body, mayHoldBlobs: try JSON.validateObject(local.body).mayHoldBlobs)
        case .merged(let body):
            winner = .merged
            state = State(
                isDeleted: false, vector: try merge(local, remote), body: body,
                mayHoldBlobs: try JSON.validateObject(body).mayHoldBlobs)
        }
        // Only the remote side as it came is nothing the peer has to learn; the rest is our own work.
        let sequence = try put(
            local.id, in: collection, state, replacing: local.sequence,
            origin: winner == .remote ? origin : .local, receivedAt: winner == .remote ? receivedAt : nil)
        return .resolved(winner: winner, sequence: sequence, vector: state.vector)
    }

    private func merge(_ local: DocumentRecord, _ remote: State) throws -> VersionVector {
        let time = clock.now(after: local.vector.versions + remote.vector.versions)
        return try .merge(local.vector, remote.vector, new: Version(time: time, source: source))
    }

    /// Whether two bodies say the same, however they are written.
    private static func isSameBody(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        if left == right { return true }
        guard let left = try? JSON(parsing: left), let right = try? JSON(parsing: right) else { return false }
        return left == right
    }
}
