import BLIP
import Documents

/// The active peer's pull of one collection: subscribes, chooses from the lists, and keeps count of what was promised.
final class Puller {
    private unowned let session: Session
    private unowned let sync: CollectionSync
    private let plan: ReplicationPlan
    private let since: JSON?
    private var tracker: SequenceTracker<JSON?>
    /// Revisions asked for: which sequence each of them settles.
    private var expected: [Promise: Int] = [:]
    /// Sequences that listed a revision once more while it was asked for: settled with the ticket that waits for it.
    private var followers: [Int: [Int]] = [:]
    private var followerCount = 0
    /// The documents of the open tickets, and how many revisions of each are on their way, until they are stored.
    private var documents: [Int: String] = [:]
    private var onTheWay: [String: Int] = [:]
    private var waitingLists: [(rows: [JSON], request: BLIPIncomingRequest)] = []
    private var waitingBytes = 0
    private var isSubscribed = false
    private var isCaughtUp = false

    private struct Promise: Hashable {
        let id: String
        let revision: String
    }

    init(session: Session, sync: CollectionSync, since: JSON?, plan: ReplicationPlan) {
        self.session = session
        self.sync = sync
        self.since = since
        self.plan = plan
        tracker = SequenceTracker(since)
    }

    /// The peer's sequence up to which everything is here.
    var mark: JSON? { tracker.mark }

    /// Whether everything the peer has announced is here, and it has announced all it had at the start.
    var isSettled: Bool { isCaughtUp && tracker.isComplete && waitingLists.isEmpty }

    func subscribe() {
        var properties: BLIPProperties = ["Profile": "subChanges", "collection": "\(sync.index)"]
        if let since { properties["since"] = since.text }
        if plan.isContinuous { properties["continuous"] = "true" }
        properties["batch"] = "\(session.tuning.rowsPerList)"
        properties["versioning"] = "version-vectors"
        if since == nil, (try? sync.collection.lastSequence) == 0 { properties["activeOnly"] = "true" }
        var body: [UInt8] = []
        if let ids = plan.documentIDs {
            body = JSON.object(["docIDs": .array(ids.sorted().map { .string($0) })]).bytes
        }
        session.send(BLIPMessage(properties: properties, body: .bytes(body))) { [unowned self] reply in
            guard let error = reply.error else { return }
            session.refused("the subscription", WireError(error), as: .forbidden)
        }
    }

    /// Takes a list of changes, now or when there is room for what it will bring.
    func receive(_ rows: [JSON], _ request: BLIPIncomingRequest) throws {
        waitingBytes += request.body.count
        waitingLists.append((rows, request))
        guard waitingBytes <= session.tuning.waitingListBytes else {
            return session.fail(
                .init(.protocolViolation, "the peer sends more lists than it has answers for"),
                code: CloseCode.permanent)
        }
        proceed()
    }

    func proceed() {
        var handled = 0
        while handled < waitingLists.count, expected.count < session.tuning.revisionsAwaited {
            let (rows, request) = waitingLists[handled]
            handled += 1
            waitingBytes -= request.body.count
            do {
                try choose(rows, request)
            } catch let error as WireError {
                session.refuse(request.number, error)
            } catch {
                session.refuse(request.number, .http(503, "the database failed"))
                session.fail(database: error)
            }
        }
        waitingLists.removeFirst(handled)
    }

    private func choose(_ rows: [JSON], _ request: BLIPIncomingRequest) throws {
        if rows.isEmpty {
            isCaughtUp = true
            if !request.noReply { session.reply(request.number) }
            return
        }
        let parsed = try rows.map(ChangeRow.init)
        let answers = try parsed.map(answer)
        if !request.noReply { session.replyToList(request.number, answers) }
    }

    private func answer(_ row: ChangeRow) throws -> JSON {
        guard !row.isRemoval else {
            try sync.collection.purge(row.id)
            tracker.add(row.sequence, done: true)
            return .integer(0)
        }
        var answer: [JSON] = []
        let current = row.vector?.current
        if let local = try sync.collection.header(row.id) {
            guard let vector = row.vector, let current else {
                // Nothing to compare with what we have. The peer's fault, and its other rows are none the worse for it.
                tracker.add(row.sequence, done: true)
                return .integer(400)
            }
            // Each may include the other, when two peers have settled one conflict differently: that is a conflict still.
            // And what is here now may not be what is here when the revision comes that is still on its way.
            if onTheWay[row.id] == nil, [.same, .older].contains(vector.compare(local.vector)) {
                session.learned.append(.init(collection: sync.collection, id: row.id, version: current))
                tracker.add(row.sequence, done: true)
                return .integer(0)
            }
            if let mine = local.vector.current { answer.append(.string(mine.description)) }
        }
        // A malformed revision of an unknown document is refused when it comes.
        let promise = Promise(id: row.id, revision: current?.description ?? row.text)
        let ticket = tracker.add(row.sequence)
        if let first = expected[promise] {
            // Listed twice, as by a host that starts over: it is on its way already.
            followers[first, default: []].append(ticket)
            followerCount += 1
            guard followerCount <= session.tuning.maxOffered else {
                throw WireError.http(429, "\(followerCount) revisions were listed again before they were sent")
            }
            return .integer(0)
        }
        expected[promise] = ticket
        documents[ticket] = row.id
        onTheWay[row.id, default: 0] += 1
        return .array(answer)
    }

    /// The ticket of a revision we asked for; nil when we did not. Each promise is kept once.
    func expectedTicket(_ id: String, _ revision: String) -> Int? {
        let canonical = (try? VersionVector(parsing: revision))?.current?.description ?? revision
        return expected.removeValue(forKey: Promise(id: id, revision: canonical))
    }

    func finish(_ ticket: Int) {
        for ticket in forget(ticket) { tracker.finish(ticket) }
    }

    /// Leaves a revision for the next connection.
    func postpone(_ ticket: Int) {
        for ticket in forget(ticket) { tracker.postpone(ticket) }
    }

    /// Returns the ticket with those that wait for the same revision.
    private func forget(_ ticket: Int) -> [Int] {
        let following = followers.removeValue(forKey: ticket) ?? []
        followerCount -= following.count
        if let id = documents.removeValue(forKey: ticket) {
            onTheWay[id] = onTheWay[id].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
        return [ticket] + following
    }
}
