import BLIP
import Documents

/// The passive peer's feed of one collection to one puller: `changes` lists, and the revisions it then asks for.
final class Feed {
    let isContinuous: Bool
    /// Whether the database has changed since the feed last looked.
    var hasNews = true
    private unowned let session: Session
    private unowned let sync: CollectionSync
    private var cursor: Int64
    /// Tombstones are left out of the catch-up, never out of what follows.
    private var skipsDeleted: Bool
    private let documentIDs: Set<String>?
    private var isCaughtUp = false
    private var listsOut = 0
    private var revisionsOut = 0
    private var bytesOut = 0
    private var promised = FIFO<DocumentHeader>()
    /// Whether the peer has subscribed anew: this feed only keeps its promises, by taking them back.
    private var isRetired = false

    init(
        session: Session, sync: CollectionSync, since: Int64, isContinuous: Bool, skipsDeleted: Bool,
        documentIDs: Set<String>?
    ) {
        self.session = session
        self.sync = sync
        self.isContinuous = isContinuous
        self.skipsDeleted = skipsDeleted
        self.documentIDs = documentIDs
        cursor = since
    }

    /// Starts over from the first sequence, since the peer may see more than before. It declines what it has.
    func restart() {
        cursor = 0
        hasNews = true
    }

    /// Another feed takes over. What was promised is not to be had from this one any more.
    func retire() {
        isRetired = true
        for header in promised.waiting { takeBack(header) }
        promised = FIFO()
    }

    private func takeBack(_ header: DocumentHeader) {
        session.sendNoRevision(header.id, header.vector.current, sequence: header.sequence, sync: sync)
    }

    /// Sends what the windows allow.
    func proceed() {
        do {
            try sendPromised()
            while hasNews, isContinuous || !isCaughtUp, listsOut < session.tuning.listsInFlight,
                promised.count < session.tuning.revisionsInFlight, session.takeList()
            {
                try sendNextList()
            }
        } catch {
            session.fail(database: error)
        }
    }

    private func sendNextList() throws {
        let limit = session.tuning.rowsPerList
        let headers = try sync.collection.headers(after: cursor, limit: limit, includingDeleted: !skipsDeleted)
        if let last = headers.last { cursor = last.sequence }
        let offered = headers.filter(isOffered)
        if !offered.isEmpty { send(offered) }
        guard headers.count < limit else { return }
        hasNews = false
        guard !isCaughtUp else { return }
        isCaughtUp = true
        skipsDeleted = false
        session.send(list([], noReply: true))
    }

    private func isOffered(_ header: DocumentHeader) -> Bool {
        if let documentIDs, !documentIDs.contains(header.id) { return false }
        return !sync.isEcho(header) && session.access.mayPull(sync.name, header)
    }

    private func list(_ rows: [JSON], noReply: Bool) -> BLIPMessage {
        BLIPMessage(
            properties: ["Profile": "changes", "collection": "\(sync.index)"],
            body: .bytes(JSON.array(rows).bytes),
            isUrgent: true,
            noReply: noReply)
    }

    private func send(_ headers: [DocumentHeader]) {
        listsOut += 1
        session.listsOut += 1
        let rows = headers.map { header -> JSON in
            .array([
                .integer(header.sequence), .string(header.id), .string(header.vector.description),
                .integer(header.isDeleted ? 1 : 0), .integer(Int64(header.bodySize)),
            ])
        }
        session.send(list(rows, noReply: false)) { [self] reply in
            listsOut -= 1
            session.listsOut -= 1
            wanted(headers, reply)
        }
    }

    private func wanted(_ headers: [DocumentHeader], _ reply: BLIPReply) {
        if let error = reply.error {
            return session.refused("a list of changes", WireError(error), as: .protocolViolation)
        }
        let answers = reply.body.isEmpty ? [] : (try? session.rows(reply.body)) ?? []
        for (header, answer) in zip(headers, answers) {
            guard case .array = answer else { continue }
            if isRetired { takeBack(header) } else { promised.append(header) }
        }
    }

    private func sendPromised() throws {
        while revisionsOut < session.tuning.revisionsInFlight, bytesOut < session.tuning.bytesInFlight,
            let header = promised.popFirst()
        {
            try send(header)
        }
    }

    private func send(_ header: DocumentHeader) throws {
        let record = try sync.collection.record(header.id)
        // Changed since, or hidden since: the newer one is announced by itself, if the peer may see it.
        guard let record, record.vector.current == header.vector.current, session.access.mayPull(sync.name, header)
        else { return takeBack(header) }
        let size = record.body.count + 200
        revisionsOut += 1
        bytesOut += size
        session.sendRevision(record, sync: sync, afterProposal: false) { [self] reply in
            revisionsOut -= 1
            bytesOut -= size
            if let error = reply.error.map(WireError.init) {
                session.report(
                    .documentError(collection: sync.name, id: record.id, isPush: true, error: error))
            } else if let version = record.vector.current {
                session.deliveries.append(.init(collection: sync.name, id: record.id, version: version))
            }
        }
    }
}
