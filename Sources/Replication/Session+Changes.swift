import BLIP
import Documents

/// One row of a `changes` list: what the sender has, or had at that sequence.
struct ChangeRow {
    let sequence: JSON
    let id: String
    /// The revision column as it came.
    let text: String
    /// Nil when the text is malformed.
    let vector: VersionVector?
    let flags: Int64

    /// The peer may not see the document any more; no revision follows.
    var isRemoval: Bool { flags & 6 != 0 && flags != 5 }

    /// Reads one row. Throws what the whole message is to be answered with.
    init(_ row: JSON) throws {
        guard case .array(let cells) = row, cells.count >= 3, case .string(let id) = cells[1],
            case .string(let text) = cells[2]
        else { throw WireError.invalidJSON }
        guard Self.isPlausible(id: id, revision: text) else { throw Self.implausible(id: id, revision: text) }
        sequence = cells[0]
        self.id = id
        self.text = text
        vector = try? VersionVector(parsing: text)
        switch cells.count > 3 ? cells[3] : .null {
        case .integer(let flags): self.flags = flags
        case .bool(let deleted): self.flags = deleted ? 1 : 0
        default: flags = 0
        }
    }

    /// Whether a row could be about a document at all; if not, the whole list is refused.
    static func isPlausible(id: String, revision: String) -> Bool {
        (1...255).contains(id.utf8.count) && (revision.contains("@") || revision.contains("-"))
            && !revision.contains("*")
    }

    static func implausible(id: String, revision: String) -> WireError {
        .liteCore(26, "Invalid docID/revID \(id.prefix(300)) \(revision.prefix(300))")
    }
}

extension Session {
    /// Properties of every answer to a list: inline blobs are understood, deltas are not asked for.
    static var listReply: BLIPProperties { ["blobs": "true"] }

    /// The rows of a `changes` or `proposeChanges` list, or of the answer to one.
    func rows(_ body: [UInt8]) throws -> [JSON] {
        guard body.count <= tuning.maxListBytes else {
            throw WireError.http(413, "a list of more than \(tuning.maxListBytes) bytes")
        }
        switch try? JSON(parsing: body) {
        case .array(let rows)?: return rows
        case .null?: return []
        default: throw WireError.invalidJSON
        }
    }

    /// The rows of a received list; throws for more than one message may have.
    private func rows(_ request: BLIPIncomingRequest) throws -> [JSON] {
        let rows = try self.rows(request.body)
        guard rows.count <= tuning.maxRowsPerList else {
            throw WireError.blip(400, "a list of more than \(tuning.maxRowsPerList) rows")
        }
        return rows
    }

    /// The answer to a list: one entry a row, with trailing `0` entries cut off.
    func replyToList(_ number: UInt64, _ answers: [JSON]) {
        var answers = answers
        while answers.last == .integer(0) { answers.removeLast() }
        reply(number, Self.listReply, JSON.array(answers).bytes)
    }

    // MARK: changes

    func receiveChanges(_ request: BLIPIncomingRequest) throws {
        let sync = try collection(of: request)
        let rows = try self.rows(request)
        if isActive {
            guard let puller = sync.puller else {
                throw WireError.http(403, "Attempting to push to a push-only replicator")
            }
            return try puller.receive(rows, request)
        }
        guard access.allowsPush else { throw WireError.http(403, "Attempting to push to a pull-only peer") }
        let answers = try rows.map { try answerOffer(ChangeRow($0), sync) }
        guard !request.noReply else { return }
        replyToList(request.number, answers)
    }

    /// A pusher that uses `changes`: wanted, known already, or in conflict.
    private func answerOffer(_ row: ChangeRow, _ sync: CollectionSync) throws -> JSON {
        if let refusal = access.refusesOffer(sync.name, row.id) { return .integer(Int64(refusal.code)) }
        guard let local = try sync.collection.header(row.id) else { return .array([]) }
        switch row.vector?.compare(local.vector) {
        case .same, .older: return .integer(0)
        case .newer: return .array(local.vector.current.map { [.string($0.description)] } ?? [])
        case .conflict: return .integer(409)
        case nil: return .integer(400)
        }
    }

    // MARK: proposeChanges

    func receiveProposals(_ request: BLIPIncomingRequest) throws {
        let sync = try collection(of: request)
        guard access.allowsPush else { throw WireError.http(403, "Attempting to push to a pull-only peer") }
        let rows = try self.rows(request)
        let includesRevision = request.properties.bool("conflictIncludesRev")
        let answers = try rows.map { try answerProposal($0, sync, includesRevision: includesRevision) }
        guard !request.noReply else { return }
        for (row, answer) in zip(rows, answers) where answer == .integer(0) {
            if case .array(let cells) = row, case .string(let id) = cells[0] { sync.offered.insert(id) }
        }
        guard sync.offered.count <= tuning.maxOffered else {
            throw WireError.http(429, "\(sync.offered.count) documents were offered and not sent")
        }
        replyToList(request.number, answers)
    }

    private func answerProposal(_ row: JSON, _ sync: CollectionSync, includesRevision: Bool) throws -> JSON {
        guard case .array(let cells) = row, cells.count >= 2, case .string(let id) = cells[0],
            case .string(let text) = cells[1]
        else { throw WireError.invalidJSON }
        let parent = cells.count > 2 ? cells[2].string ?? "" : ""
        guard ChangeRow.isPlausible(id: id, revision: text) else {
            throw ChangeRow.implausible(id: id, revision: text)
        }
        guard let offered = try? VersionVector(parsing: text), let version = offered.current else {
            return .integer(400)
        }
        let local = try sync.collection.header(id)
        // Whoever knows the exact version has it already, so this gives nothing away.
        if let current = local?.vector.current, version == current { return .integer(304) }
        if let refusal = access.refusesOffer(sync.name, id) { return .integer(Int64(refusal.code)) }
        guard let conflict = conflict(between: local, and: offered, over: parent) else {
            return .integer(local.map { offered.compare($0.vector) } == .older ? 304 : 0)
        }
        return includesRevision ? .object(["status": 409, "rev": .string(conflict.description)]) : .integer(409)
    }

    /// What stands here in the way of a revision that its sender believes to follow `parent`; nil when it is wanted, or
    /// old news.
    func conflict(
        between local: DocumentHeader?, and offered: VersionVector, over parent: String
    ) -> VersionVector? {
        // An unknown document is wanted even if the peer believes we had its parent: that is how a database that was
        // wiped is filled again.
        guard let local, let current = local.vector.current else { return nil }
        guard offered.compare(local.vector) == .conflict else { return nil }
        // Each may include the other, when two peers have settled one conflict differently: no parent helps then.
        if !offered.includes(current) {
            if parent.isEmpty, local.isDeleted { return nil }
            if let parent = try? VersionVector(parsing: parent), parent.current == current { return nil }
        }
        return local.vector
    }

    // MARK: subChanges

    func receiveSubscription(_ request: BLIPIncomingRequest) throws {
        let sync = try collection(of: request)
        guard access.allowsPull else { throw WireError.http(403, "Attempting to pull from a push-only replicator") }
        guard request.properties["versioning"] == "version-vectors" else {
            throw WireError.liteCore(501, "Incompatible document versioning.")
        }
        guard request.properties["filter"] == nil, request.properties["channels"] == nil else {
            throw WireError.liteCore(19, "Filtering not supported")
        }
        var documentIDs: Set<String>?
        if !request.body.isEmpty {
            guard let body = try? JSON(parsing: request.body, maxBytes: tuning.maxListBytes) else {
                throw WireError.invalidJSON
            }
            if case .array(let ids)? = body["docIDs"] { documentIDs = Set(ids.compactMap(\.string)) }
        }
        guard listsOut <= tuning.maxListsOut else {
            throw WireError.http(429, "answer the lists of the subscriptions before this one first")
        }
        subscriptions += 1
        guard subscriptions <= tuning.maxSubscriptions else {
            throw WireError.http(429, "more than \(tuning.maxSubscriptions) subscriptions in one connection")
        }
        let since = request.properties["since"].flatMap { Int64($0) } ?? 0
        sync.feed?.retire()
        sync.feed = Feed(
            session: self, sync: sync, since: max(0, since), isContinuous: request.properties.bool("continuous"),
            skipsDeleted: request.properties.bool("activeOnly"), documentIDs: documentIDs)
        reply(request.number)
    }
}
