import Documents

extension Simulation {
    typealias Snapshot = [DocumentKey: DocumentRecord]

    /// All documents of a peer, tombstones too.
    func snapshot(_ peer: VirtualPeer) throws -> Snapshot {
        var snapshot: Snapshot = [:]
        for name in try peer.database.collectionNames() {
            let collection = try peer.database.collection(name)
            for header in try collection.headers(after: 0, limit: .max) {
                snapshot[DocumentKey(collection: name, id: header.id)] = try collection.record(header.id)
            }
        }
        return snapshot
    }

    /// Every board holds what the hub holds and lets it see, and nothing else.
    func checkConvergence() throws {
        let theirs = try snapshot(hub)
        for replicator in replicators {
            let board = replicator.board
            let ours = try snapshot(board)
            for key in Set(ours.keys).union(theirs.keys).sorted()
            where replicator.plan.collections.contains(key.collection) {
                if isExempt(board, key) { continue }
                if scenario.hasRules, !Self.mayPull(board.name, key.id) {
                    if ours[key] != nil { find("\(board.name) holds \(key), which it may not see") }
                } else {
                    compare(board, key, ours[key], theirs[key])
                }
                try checkAttachments(board, key, ours[key])
            }
        }
        try checkAttachmentsOfHub(theirs)
    }

    /// Whether the two may differ: the board broke a rule, or the hub forgot what nobody may give back to it.
    private func isExempt(_ board: VirtualPeer, _ key: DocumentKey) -> Bool {
        guard scenario.hasRules else { return false }
        if disobedient.contains(.init(board: board.name, key: key)) { return true }
        return key.id.hasPrefix("fixed-") && forgetful.contains(hub.name)
    }

    private func compare(_ board: VirtualPeer, _ key: DocumentKey, _ ours: DocumentRecord?, _ theirs: DocumentRecord?) {
        switch (ours, theirs) {
        case (nil, nil): break
        case (nil, let theirs?):
            // Who begins with nothing is not told of what was deleted before.
            if !theirs.isDeleted { find("\(board.name) lacks \(key) \(theirs.vector)") }
        case (let ours?, nil): find("the hub lacks \(key) \(ours.vector), which \(board.name) holds")
        case (let ours?, let theirs?):
            if ours.vector.current != theirs.vector.current {
                find("\(key) is \(text(ours)) at \(board.name), \(text(theirs)) at the hub")
            } else if ours.isDeleted != theirs.isDeleted || ours.body != theirs.body {
                find("\(key) is the same version \(ours.vector) and differs")
            }
        }
    }

    private func text(_ record: DocumentRecord) -> String { "\(record.vector)\(record.isDeleted ? " deleted" : "")" }

    private func checkAttachmentsOfHub(_ snapshot: Snapshot) throws {
        for (key, record) in snapshot.sorted(by: { $0.key < $1.key }) { try checkAttachments(hub, key, record) }
    }

    private func checkAttachments(_ peer: VirtualPeer, _ key: DocumentKey, _ record: DocumentRecord?) throws {
        guard let record else { return }
        for blob in try Blob.references(in: record.body) where try !peer.database.blobs.contains(blob.digest) {
            find("\(peer.name) lacks the attachment \(blob.digest) of \(key)")
        }
    }

    /// Whatever somebody held when the chaos ended is there, or gave way to something that is, directly or by steps.
    func checkNothingLost(since held: [(name: String, Snapshot)]) throws {
        let present = try network.peers.map { try snapshot($0) }
        var rivals: [DocumentKey: [(name: String, record: DocumentRecord)]] = [:]
        for (name, snapshot) in held {
            for (key, record) in snapshot where !key.id.hasPrefix("fixed-") {
                if disobedient.contains(.init(board: name, key: key)) { continue }
                rivals[key, default: []].append((name, record))
            }
        }
        for (key, rivals) in rivals.sorted(by: { $0.key < $1.key }) {
            guard let last = present[0][key] else {
                find("\(key) of \(rivals[0].name) is lost")
                continue
            }
            let histories = present.compactMap { $0[key]?.vector }.filter { $0.current == last.vector.current }
            var unexplained = rivals.filter { !isKept($0.record, in: last, histories) }
            var explained = rivals.map(\.record).filter { record in isKept(record, in: last, histories) }
            while let index = unexplained.firstIndex(where: { rival in
                explained.contains { isKept(rival.record, in: $0, [$0.vector]) }
            }) { explained.append(unexplained.remove(at: index).record) }
            for rival in unexplained { find("\(key) \(text(rival.record)) of \(rival.name) gave way to \(text(last))") }
            if scenario.merges { for rival in rivals { checkTokens(key, rival.record, last, rival.name) } }
        }
    }

    /// Whether `record` has to give way to `last`, of which there are these histories.
    private func isKept(_ record: DocumentRecord, in last: DocumentRecord, _ histories: [VersionVector]) -> Bool {
        guard let version = record.vector.current else { return false }
        if histories.contains(where: { $0.includes(version) }) { return true }
        if scenario.merges, !record.isDeleted, !last.isDeleted { return false }
        // A document that shares no version with a tombstone counts as made anew over it. Whether it shares one changes with
        // what the tombstone has won against, so no more than this can be told here.
        if record.isDeleted, !last.isDeleted { return true }
        let rival = IncomingRevision(
            id: record.id, vector: record.vector, isDeleted: record.isDeleted, body: record.body)
        return ConflictPolicy.defaultResolver(last, rival) == .local
    }

    /// Merging loses nothing at all, as long as nobody forgets what it said and nothing is deleted.
    private func checkTokens(_ key: DocumentKey, _ record: DocumentRecord, _ last: DocumentRecord, _ name: String) {
        guard forgetful.isEmpty, !ledger.deleted.contains(key), let before = try? JSON(parsing: record.body),
            let after = try? JSON(parsing: last.body)
        else { return }
        let lost = Set(Self.tokens(before)).subtracting(Self.tokens(after))
        if !lost.isEmpty { find("\(key): the tokens \(lost.sorted()) of \(name) are lost") }
    }
}
