import BLIP
import Documents

/// The active peer's push of one collection: proposes what changed, and sends the revisions that are wanted.
///
/// A single small change of our own that has nothing before it on its way is sent without a proposal, to a peer that takes that: so it
/// arrives a round trip earlier. If it conflicts, it is proposed like any other.
///
/// A document is on its way once at a time. One that changes meanwhile is held back and proposed afterwards, in its
/// newest state.
final class Pusher {
    /// Whether the database has changed since the pusher last looked.
    var hasNews = true
    private unowned let session: Session
    private unowned let sync: CollectionSync
    private let documentIDs: Set<String>?
    private let trustsParents: Bool
    private var cursor: Int64
    private var tracker: SequenceTracker<Int64>
    private var underWay: [String: Proposal] = [:]
    /// Documents to propose before the next unseen sequence: again with another parent, or held back before.
    private var again: [Proposal] = []
    private var accepted = FIFO<Proposal>()
    private var listsOut = 0
    private var revisionsOut = 0
    private var bytesOut = 0

    private enum Way {
        case undecided
        case proposed
        /// Sent without a proposal.
        case direct
    }

    private final class Proposal {
        let id: String
        /// The sequences it settles: its own, and those of the states it overtook.
        var tickets: [Int]
        var sequence: Int64
        var vector: VersionVector
        var bodySize: Int
        var parent: String
        var attempts = 0
        var way = Way.undecided
        /// Sequences that came while it was under way.
        var held: [Int] = []

        init(_ record: DocumentRecord, tickets: [Int], parent: String) {
            id = record.id
            self.tickets = tickets
            sequence = record.sequence
            vector = record.vector
            bodySize = record.body.count
            self.parent = parent
        }

        init(_ header: DocumentHeader, ticket: Int, parent: String) {
            id = header.id
            tickets = [ticket]
            sequence = header.sequence
            vector = header.vector
            bodySize = header.bodySize
            self.parent = parent
        }
    }

    init(
        session: Session, sync: CollectionSync, after sequence: Int64, documentIDs: Set<String>?, trustsParents: Bool
    ) {
        self.session = session
        self.sync = sync
        self.documentIDs = documentIDs
        self.trustsParents = trustsParents
        cursor = sequence
        tracker = SequenceTracker(sequence)
    }

    /// Our sequence up to which the peer has everything.
    var mark: Int64 { tracker.mark }

    var isSettled: Bool { !hasNews && underWay.isEmpty && again.isEmpty && tracker.isComplete }

    /// Sends what the windows allow.
    func proceed() {
        do {
            try sendAccepted()
            // Those to be proposed again are under way already: they must not wait for themselves.
            while listsOut < session.tuning.listsInFlight,
                !again.isEmpty || underWay.count < session.tuning.revisionsInFlight
            {
                let rows = try nextRows()
                if rows.isEmpty { break }
                if maySendDirectly(rows) {
                    rows[0].way = .direct
                    try send(rows[0])
                } else {
                    propose(rows)
                }
            }
        } catch {
            session.fail(database: error)
        }
    }

    // MARK: Proposing

    private func nextRows() throws -> [Proposal] {
        var rows = Array(again.prefix(session.tuning.rowsPerList))
        again.removeFirst(rows.count)
        while hasNews, underWay.count + rows.count < session.tuning.revisionsInFlight,
            rows.count < session.tuning.rowsPerList
        {
            let limit = session.tuning.rowsPerList - rows.count
            let headers = try sync.collection.headers(after: cursor, limit: limit)
            if headers.count < limit { hasNews = false }
            for header in headers {
                cursor = header.sequence
                if let proposal = try proposal(for: header) { rows.append(proposal) }
            }
        }
        for row in rows { underWay[row.id] = row }
        return rows
    }

    private func proposal(for header: DocumentHeader) throws -> Proposal? {
        let isOurs = documentIDs?.contains(header.id) ?? true
        guard isOurs, !sync.isEcho(header) else {
            tracker.add(header.sequence, done: true)
            return nil
        }
        let ticket = tracker.add(header.sequence)
        if let busy = underWay[header.id] {
            busy.held.append(ticket)
            return nil
        }
        return Proposal(header, ticket: ticket, parent: try parent(of: header.id))
    }

    private func parent(of id: String) throws -> String {
        guard trustsParents else { return "" }
        return try sync.collection.remoteVersion(id, peer: session.remoteName)?.description ?? ""
    }

    /// What this database wrote itself, the peer cannot have from anybody else.
    private func maySendDirectly(_ rows: [Proposal]) -> Bool {
        session.takesDirectRevisions && rows.count == 1 && underWay.count == 1 && !hasNews
            && rows[0].way == .undecided && rows[0].bodySize <= session.tuning.directRevisionBytes
            && rows[0].vector.current?.source == session.database.source
    }

    private func propose(_ rows: [Proposal]) {
        listsOut += 1
        for row in rows { row.way = .proposed }
        let body = rows.map { row -> JSON in
            .array([
                .string(row.id), .string(row.vector.description), .string(row.parent), .integer(Int64(row.bodySize)),
            ])
        }
        let message = BLIPMessage(
            properties: [
                "Profile": "proposeChanges", "collection": "\(sync.index)", "conflictIncludesRev": "true",
            ], body: .bytes(JSON.array(body).bytes), isUrgent: true)
        session.send(message) { [unowned self] reply in
            listsOut -= 1
            answered(rows, reply)
        }
    }

    private func answered(_ rows: [Proposal], _ reply: BLIPReply) {
        if let error = reply.error {
            return session.refused("a list of changes", WireError(error), as: .forbidden)
        }
        let answers = reply.body.isEmpty ? [] : (try? session.rows(reply.body)) ?? []
        for (index, row) in rows.enumerated() {
            take(answers.indices.contains(index) ? answers[index] : .integer(0), for: row)
        }
    }

    private func take(_ answer: JSON, for row: Proposal) {
        switch answer {
        case .integer(0), .null: accepted.append(row)
        case .integer(304): finish(row, peerHasIt: true)
        case .integer(409): conflict(row, theirs: nil)
        case .integer(let status): refused(row, .http(Int(status), "the peer does not take the document"))
        case .object(let fields) where fields["status"] == .integer(409): conflict(row, theirs: fields["rev"]?.string)
        case .object(let fields):
            refused(row, .http(Int(fields["status"]?.integer ?? 500), fields["error"]?.string ?? "refused"))
        default: refused(row, .http(500, "the peer's answer is not understood"))
        }
    }

    /// The peer has something else. If ours includes it, its version was only unknown to us; otherwise the pull
    /// brings it, and the resolved document is a new change.
    private func conflict(_ row: Proposal, theirs: String?) {
        guard let theirs, row.attempts < 3 else { return conflictStands(row) }
        do {
            guard let local = try sync.collection.record(row.id) else { return finish(row, peerHasIt: false) }
            let isOlder = (try? VersionVector(parsing: theirs)).map { $0.compare(local.vector) == .older }
            guard isOlder ?? theirs.isEmpty else { return conflictStands(row) }
            row.attempts += 1
            row.parent = theirs
            row.vector = local.vector
            row.sequence = local.sequence
            row.bodySize = local.body.count
            again.append(row)
        } catch {
            session.fail(database: error)
        }
    }

    private func conflictStands(_ row: Proposal) {
        if sync.puller == nil { refused(row, .http(409, "conflict")) } else { finish(row, peerHasIt: false) }
    }

    // MARK: Sending

    private func sendAccepted() throws {
        while revisionsOut < session.tuning.revisionsInFlight, bytesOut < session.tuning.bytesInFlight,
            let row = accepted.popFirst()
        {
            try send(row)
        }
    }

    private func send(_ row: Proposal) throws {
        guard let record = try sync.collection.record(row.id), record.vector.current == row.vector.current else {
            // It changed since it was proposed; its newer state is held back, or not seen yet, and comes next.
            hasNews = true
            session.sendNoRevision(row.id, row.vector.current, sequence: row.sequence, sync: sync)
            return finish(row, peerHasIt: false)
        }
        let size = record.body.count + 200
        revisionsOut += 1
        bytesOut += size
        let parent = row.way == .direct ? row.parent : nil
        session.sendRevision(record, sync: sync, afterProposal: true, parent: parent) { [unowned self] reply in
            revisionsOut -= 1
            bytesOut -= size
            if row.way == .direct, reply.properties["status"] == "409" {
                conflict(row, theirs: reply.properties["rev"])
            } else {
                sent(row, reply.error.map(WireError.init))
            }
        }
    }

    private func sent(_ row: Proposal, _ error: WireError?) {
        guard let error else { return finish(row, peerHasIt: true) }
        if error.isTransient {
            // Stays pending: the next connection proposes it again.
            underWay[row.id] = nil
            session.report(.documentError(collection: sync.name, id: row.id, isPush: true, error: error))
            return session.fail(
                .init(.unreachable, "the peer cannot store now: \(error.message)", isTransient: true),
                code: CloseCode.transient)
        }
        if error.isConflict { return conflictStands(row) }
        if error.isDamage {
            // An attachment did not arrive as it left. The next connection tries again.
            for ticket in row.tickets { tracker.postpone(ticket) }
        }
        refused(row, error)
    }

    private func refused(_ row: Proposal, _ error: WireError) {
        session.report(.documentError(collection: sync.name, id: row.id, isPush: true, error: error))
        finish(row, peerHasIt: false)
    }

    private func finish(_ row: Proposal, peerHasIt: Bool) {
        underWay[row.id] = nil
        for ticket in row.tickets { tracker.finish(ticket) }
        let version = peerHasIt ? row.vector.current : nil
        if let version {
            session.learned.append(.init(collection: sync.collection, id: row.id, version: version))
        }
        guard !row.held.isEmpty else { return }
        do {
            guard let record = try sync.collection.record(row.id) else {
                for ticket in row.held { tracker.finish(ticket) }
                return
            }
            let parent = try version?.description ?? parent(of: row.id)
            let next = Proposal(record, tickets: row.held, parent: parent)
            underWay[row.id] = next
            again.append(next)
        } catch {
            session.fail(database: error)
        }
    }
}
