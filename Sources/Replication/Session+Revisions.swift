import BLIP
import Documents
import Timing

/// A received revision that only waits for the next commit.
struct PendingRevision {
    let request: UInt64
    let sync: CollectionSync
    let revision: IncomingRevision
    let version: Version
    let receivedAt: MonotonicTime
    let refusesConflict: Bool
    /// The puller's ticket for the sequence it belongs to.
    let ticket: Int?
    /// Why it cannot be stored, when that is known before the commit.
    var failure: WireError?
    var result: Result<InsertOutcome, WireError>?
}

extension Session {
    /// Makes a revision its own proposal, see `directProperty`: what the sender believes the receiver has, as in a row of
    /// `proposeChanges`. If that is not so, the answer has `status` 409 and a `rev`, as the answer to such a row.
    static let parentProperty = "parent"

    // MARK: Receiving

    func receiveRevision(_ request: BLIPIncomingRequest, receivedAt: MonotonicTime) throws {
        let sync = try collection(of: request)
        let id = request.properties["id"] ?? ""
        let text = request.properties["rev"] ?? ""
        sync.offered.remove(id)
        if !isActive, let parent = request.properties[Self.parentProperty],
            let conflict = try conflict(of: id, text, history: request.properties["history"], over: parent, sync)
        {
            return reply(request.number, ["status": "409", "rev": conflict.description])
        }
        let ticket = isActive ? sync.puller?.expectedTicket(id, request.properties["replacedRev"] ?? text) : nil
        do {
            if isActive, ticket == nil { throw WireError.http(400, "the revision was not asked for") }
            let pending = try readRevision(request, sync: sync, id: id, text: text, ticket: ticket, at: receivedAt)
            try collectAttachments(pending)
        } catch let error as WireError {
            if let ticket { sync.puller?.finish(ticket) }
            report(.documentError(collection: sync.name, id: id, isPush: false, error: error))
            throw error
        }
    }

    /// Of a revision that is its own proposal: the version that is in its way here.
    private func conflict(
        of id: String, _ text: String, history: String?, over parent: String, _ sync: CollectionSync
    ) throws -> VersionVector? {
        guard access.allowsPush, access.refusesOffer(sync.name, id) == nil else { return nil }
        let offered = try readVector(text, history: history)
        return conflict(between: try sync.collection.header(id), and: offered, over: parent)
    }

    private func readRevision(
        _ request: BLIPIncomingRequest, sync: CollectionSync, id: String, text: String, ticket: Int?,
        at receivedAt: MonotonicTime
    ) throws -> PendingRevision {
        guard (1...255).contains(id.utf8.count) else {
            throw WireError.http(400, "received invalid docID '\(id.prefix(300))'")
        }
        let vector = try readVector(text, history: request.properties["history"])
        guard let version = vector.current else { throw WireError.http(400, "received invalid version ID") }
        if isActive, request.properties["sequence"] == nil { throw WireError.http(400, "rev needs a sequence") }
        if !isActive {
            guard access.allowsPush else { throw WireError.http(403, "Attempting to push to a pull-only peer") }
            if let refusal = access.refusesOffer(sync.name, id) { throw refusal }
        }
        guard request.properties["deltaSrc"] == nil else { throw WireError.http(422, "deltas are not taken") }
        guard request.body.count <= access.maxDocumentBytes ?? tuning.maxDocumentBytes else {
            throw WireError.http(413, "the document is too large")
        }
        return PendingRevision(
            request: request.number,
            sync: sync,
            revision: IncomingRevision(
                id: id, vector: vector, isDeleted: request.properties.bool("deleted"), body: request.body),
            version: version,
            receivedAt: receivedAt,
            refusesConflict: !isActive,
            ticket: ticket)
    }

    private func readVector(_ revision: String, history: String?) throws -> VersionVector {
        do {
            return try VersionVector(revision: revision, history: history)
        } catch let error as DocumentsError where error.code == .invalidVersion {
            throw WireError.http(400, "received invalid version ID")
        } catch {
            throw WireError.liteCore(4, (error as? DocumentsError)?.message ?? "Invalid version vector")
        }
    }

    func receiveNoRevision(_ request: BLIPIncomingRequest) throws {
        let sync = try collection(of: request)
        let id = request.properties["id"] ?? ""
        sync.offered.remove(id)
        if let ticket = sync.puller?.expectedTicket(id, request.properties["rev"] ?? "") {
            // The newer revision is announced by itself; any other reason means that it is not to be had.
            sync.puller?.finish(ticket)
        }
        reply(request.number)
    }

    // MARK: Committing

    /// Writes what was received since the last commit. Called inside the owner's transaction; throws only what should
    /// undo that transaction.
    func commit() throws {
        for index in pending.indices where pending[index].failure == nil {
            pending[index].result = try store(pending[index])
        }
        for item in learned {
            try item.collection.setRemoteVersion(item.version, item.id, peer: remoteName)
        }
        learned.removeAll(keepingCapacity: true)
    }

    /// The whole transaction was undone: what was received is answered with a passing error.
    func commitFailed() {
        for index in pending.indices {
            pending[index].result = .failure(.cannotStore)
        }
        learned.removeAll()
    }

    private func store(_ item: PendingRevision) throws -> Result<InsertOutcome, WireError> {
        let pushed = PushedRevision(
            collection: item.sync.name, id: item.revision.id, version: item.version,
            isDeleted: item.revision.isDeleted, body: item.revision.body, receivedAt: item.receivedAt)
        let policy: ConflictPolicy
        if case .active(let plan) = role {
            policy = .resolve(try resolver(plan.conflictResolver, for: item))
        } else {
            if let refusal = access.refusesRevision(pushed) { return .failure(refusal) }
            policy = .refuse
        }
        do {
            let outcome = try item.sync.collection.insert(
                item.revision, origin: .peer(peer), receivedAt: item.receivedAt, conflict: policy)
            if case .stored = outcome { try access.didStore(pushed) }
            hasStored = true
            if isActive {
                try item.sync.collection.setRemoteVersion(item.version, item.revision.id, peer: remoteName)
            }
            return .success(outcome)
        } catch let error as DocumentsError where error.isAboutInput {
            return .failure(WireError(storing: error))
        }
    }

    /// As `resolver`, but a document made anew over a tombstone that the peer has had is no conflict.
    private func resolver(_ resolver: @escaping ConflictResolver, for item: PendingRevision) throws -> ConflictResolver
    {
        let known = try item.sync.collection.remoteVersion(item.revision.id, peer: remoteName)
        return { local, remote in
            let isMadeAnew = local.isDeleted && !remote.isDeleted && !local.vector.sharesVersion(with: remote.vector)
            if isMadeAnew, known == local.vector.current { return .remote }
            return resolver(local, remote)
        }
    }

    /// Answers the revisions of the last commit.
    func answerCommitted() {
        let committed = pending
        pending.removeAll(keepingCapacity: true)
        for item in committed {
            switch item.failure.map({ .failure($0) }) ?? item.result {
            case nil: pending.append(item)
            case .success(let outcome)?: stored(item, outcome)
            case .failure(let error)?: refused(item, error)
            }
        }
    }

    private func stored(_ item: PendingRevision, _ outcome: InsertOutcome) {
        if case .conflict = outcome { return refused(item, .conflict) }
        if let ticket = item.ticket { item.sync.puller?.finish(ticket) }
        switch outcome {
        case .alreadyThere: reply(item.request, ["noop": "true"])
        default:
            // What won against ours, or got a tombstone's history, is told to the peer: it may have settled the same the
            // other way meanwhile, and would keep that.
            if case .stored(_, item.revision.vector) = outcome { rememberEcho(item) }
            // What the resolver made of a conflict may have to go back, and a one-shot replication must not end before.
            item.sync.pusher?.hasNews = true
            reply(item.request)
        }
    }

    private func refused(_ item: PendingRevision, _ error: WireError) {
        // A passing error leaves the sequence open, and a bad or missing attachment leaves it for another time: the next
        // connection pulls it again.
        if let ticket = item.ticket, !error.isTransient {
            if item.failure == nil { item.sync.puller?.finish(ticket) } else { item.sync.puller?.postpone(ticket) }
        }
        report(.documentError(collection: item.sync.name, id: item.revision.id, isPush: false, error: error))
        refuse(item.request, error)
        if error.isTransient, isActive {
            fail(
                .init(.database, "a pulled document could not be stored: \(error.message)", isTransient: true),
                code: CloseCode.transient)
        }
    }

    private func rememberEcho(_ item: PendingRevision) {
        let goesBack = item.sync.pusher != nil || item.sync.feed?.isContinuous == true
        guard goesBack, item.sync.echoes.count < tuning.echoMemory else { return }
        item.sync.echoes[item.revision.id] = item.version
    }

    /// Under which name the peer's versions are remembered.
    var remoteName: String {
        if case .active(let plan) = role { plan.remote } else { peer }
    }

    // MARK: Sending

    /// Sends the revision of `record`, as promised; or as its own proposal over `parent`. Calls `answer` with the reply.
    func sendRevision(
        _ record: DocumentRecord, sync: CollectionSync, afterProposal: Bool, parent: String? = nil,
        answer: @escaping (BLIPReply) -> Void
    ) {
        guard let current = record.vector.current else { preconditionFailure("document \(record.id) has no version") }
        var properties: BLIPProperties = [
            "Profile": "rev", "collection": "\(sync.index)", "id": record.id, "rev": current.description,
            "sequence": "\(record.sequence)",
        ]
        if record.isDeleted { properties["deleted"] = "1" }
        if let history = record.vector.history { properties["history"] = history }
        if afterProposal { properties["noconflicts"] = "1" }
        properties[Self.parentProperty] = parent
        let digests = Blob.attachments(of: record.body).map(\.digest)
        for digest in digests { offeredDigests[digest, default: 0] += 1 }
        // One that goes without a proposal is small. Urgent like a proposal, it is not overtaken by what the peer asks us.
        let message = BLIPMessage(properties: properties, body: .bytes(record.body), isUrgent: parent != nil)
        send(message) { [unowned self] reply in
            for digest in digests {
                offeredDigests[digest] = offeredDigests[digest].flatMap { $0 > 1 ? $0 - 1 : nil }
            }
            answer(reply)
        }
    }

    /// Says that a promised revision is not to be had any more.
    func sendNoRevision(_ id: String, _ version: Version?, sequence: Int64, sync: CollectionSync) {
        send(
            BLIPMessage(
                properties: [
                    "Profile": "norev", "collection": "\(sync.index)", "id": id, "rev": version?.description ?? "",
                    "sequence": "\(sequence)", "error": "410",
                ], body: .bytes([]), noReply: true))
    }
}
