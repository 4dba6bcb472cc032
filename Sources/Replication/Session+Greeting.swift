import BLIP
import Documents

extension Session {
    /// In a greeting: the pusher asks whether it may send a small revision without proposing it; in the answer: it may.
    /// Ours alone: a Couchbase Lite peer counts the revisions it asked for, neither asks nor answers, and gets none.
    private static let directProperty = "directRevisions"

    // MARK: Active

    /// Names the collections and asks for the checkpoints.
    func greet(_ plan: ReplicationPlan) {
        do {
            for (index, name) in plan.collections.enumerated() {
                collections.append(CollectionSync(index: index, collection: try database.collection(name)))
            }
        } catch {
            return fail(database: error)
        }
        let ids = plan.collections.map { checkpointID(plan, $0) }
        let body = JSON.object([
            "checkpoint_ids": .array(ids.map { .string($0) }),
            "collections": .array(plan.collections.map { .string($0.wireName) }),
        ])
        var properties: BLIPProperties = ["Profile": "getCollections", "uuid": database.source.uuidText]
        if plan.pushes { properties[Self.directProperty] = "true" }
        if let clockSource { properties[Self.clockProfile] = clockSource.epoch() }
        send(BLIPMessage(properties: properties, body: .bytes(body.bytes))) { [unowned self] reply in
            greeted(plan, ids: ids, reply)
        }
    }

    private func greeted(_ plan: ReplicationPlan, ids: [String], _ reply: BLIPReply) {
        if let error = reply.error {
            return refused("the greeting", WireError(error), as: .protocolViolation)
        }
        guard case .array(let answers)? = try? JSON(parsing: reply.body, maxBytes: tuning.maxListBytes),
            answers.count == collections.count
        else {
            return fail(.init(.protocolViolation, "the answer to getCollections is no list"), code: CloseCode.permanent)
        }
        isGreeted = true
        takesDirectRevisions = reply.properties.bool(Self.directProperty)
        meetClock(reply.properties)
        for (sync, answer) in zip(collections, answers) {
            guard case .object = answer else {
                let text = "Collection '\(sync.name)' is not found on the remote server"
                return fail(.init(.noSuchCollection, text), code: CloseCode.permanent)
            }
            start(sync, plan, id: ids[sync.index], theirs: answer)
        }
    }

    /// The peer refused something without which there is no going on: for good, unless it says that it may pass.
    func refused(_ what: String, _ error: WireError, as code: ReplicationError.Code) {
        fail(
            .init(
                code, "the peer refused \(what): \(error.domain) \(error.code) \(error.message)",
                isTransient: error.isTransient),
            code: error.isTransient ? CloseCode.transient : CloseCode.permanent)
    }

    private func start(_ sync: CollectionSync, _ plan: ReplicationPlan, id: String, theirs: JSON) {
        do {
            let keeper = try CheckpointKeeper(session: self, sync: sync, id: id, theirs: theirs)
            sync.checkpoint = keeper
            if plan.pushes {
                sync.pusher = Pusher(
                    session: self, sync: sync, after: keeper.agreed.local, documentIDs: plan.documentIDs,
                    trustsParents: keeper.peerKnowsUs)
            }
            if plan.pulls {
                let puller = Puller(session: self, sync: sync, since: keeper.agreed.remote, plan: plan)
                sync.puller = puller
                puller.subscribe()
            }
        } catch {
            fail(database: error)
        }
    }

    /// A name for this pairing of databases and kind of replication. Opaque to the peer.
    func checkpointID(_ plan: ReplicationPlan, _ name: CollectionName) -> String {
        let digest = Digest(.sha1)
        let filter = plan.documentIDs.map { $0.sorted().joined(separator: "\0") } ?? ""
        let parts = [
            database.source.description, plan.remote, name.description, plan.pushes ? "push" : "",
            plan.pulls ? "pull" : "", filter,
        ]
        digest.update(Array(parts.joined(separator: "\u{1}").utf8))
        return "cp-" + digest.finish().base64
    }

    // MARK: Passive

    func receiveGreeting(_ request: BLIPIncomingRequest) throws {
        guard !isGreeted else { throw WireError.blip(400, "getCollections was sent before") }
        guard let body = try? JSON(parsing: request.body, maxBytes: tuning.maxGreetingBytes),
            case .array(let ids)? = body["checkpoint_ids"], case .array(let names)? = body["collections"],
            ids.count == names.count, !names.isEmpty
        else { throw WireError.blip(400, "getCollections needs checkpoint_ids and collections of the same length") }
        guard names.count <= tuning.maxCollections else {
            throw WireError.blip(400, "more than \(tuning.maxCollections) collections")
        }
        var seen: Set<String> = []
        var answers: [JSON] = []
        var found: [CollectionSync] = []
        for (id, name) in zip(ids, names) {
            guard case .string(let id) = id, (1...255).contains(id.utf8.count), case .string(let path) = name,
                !path.isEmpty
            else {
                throw WireError.blip(400, "a checkpoint id or a collection path is empty")
            }
            guard let name = CollectionName(path) else {
                throw WireError.blip(400, "invalid collection path")
            }
            guard seen.insert(name.description).inserted else {
                throw WireError.blip(400, "a collection path is named twice")
            }
            guard access.seesCollection(name), let collection = try served(name) else {
                answers.append(.null)
                continue
            }
            found.append(CollectionSync(index: answers.count, collection: collection))
            answers.append(try storedCheckpoint(id)?.json ?? .object([:]))
        }
        // An index counts the names of the request, missing ones too.
        collections = found
        isGreeted = true
        var properties: BLIPProperties = [:]
        if access.allowsPush, request.properties.bool(Self.directProperty) { properties[Self.directProperty] = "true" }
        if let clockSource, request.properties[Self.clockProfile] != nil {
            properties[Self.clockProfile] = clockSource.epoch()
        }
        reply(request.number, properties, JSON.array(answers).bytes)
        meetClock(request.properties)
    }

    /// The collection as peers see it: the default one is always there, also before its first document.
    private func served(_ name: CollectionName) throws -> Documents.Collection? {
        if let collection = try database.existingCollection(name) { return collection }
        return name == .default ? try database.collection(name) : nil
    }

    private func storedCheckpoint(_ client: String) throws -> (json: JSON, revision: String)? {
        guard let stored = try database.checkpoint(client) else { return nil }
        guard case .object(var fields)? = try? JSON(parsing: stored.body) else { return nil }
        fields["rev"] = .string(stored.revision)
        return (.object(fields), stored.revision)
    }

    func receiveGetCheckpoint(_ request: BLIPIncomingRequest) throws {
        _ = try collection(of: request)
        guard let client = request.properties["client"], !client.isEmpty else {
            throw WireError.blip(400, "getCheckpoint needs a client")
        }
        guard let stored = try database.checkpoint(client) else { throw WireError.http(404, "") }
        reply(request.number, ["rev": stored.revision], stored.body)
    }

    func receiveSetCheckpoint(_ request: BLIPIncomingRequest) throws {
        _ = try collection(of: request)
        guard let client = request.properties["client"], !client.isEmpty, client.utf8.count <= 255 else {
            throw WireError.blip(400, "setCheckpoint needs a client")
        }
        guard request.body.count <= tuning.maxCheckpointBytes, case .object? = try? JSON(parsing: request.body) else {
            throw WireError.invalidJSON
        }
        do {
            let revision = try database.transaction(checkpointDurability()) {
                try database.setCheckpoint(
                    client, body: request.body, expecting: request.properties["rev"] ?? "")
            }
            reply(request.number, ["rev": revision])
        } catch let error as DocumentsError where error.code == .conflict {
            throw WireError.http(409, "revision ID mismatch")
        } catch {
            // No reason to hang up: what the peer pulls need not be stored here.
            throw WireError(storing: error)
        }
    }
}
