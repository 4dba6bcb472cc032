import BLIP
import Documents
import Timing

/// One replication connection, from its first message to its close, for either role.
///
/// A state machine around a database: it is fed frames, database changes and the time, and answers through its
/// transport. It keeps no thread and no timer. Everything happens on its owner's queue, in three steps that the owner
/// takes for all its sessions together, so that what arrived in one burst becomes one commit:
/// `receive` / `databaseChanged` / `tick`, then `commit` inside one transaction, then `proceed`.
package final class Session {
    /// Which side of the connection this is, and for the active one what it is to do.
    package enum Role {
        case passive
        case active(ReplicationPlan)
    }

    /// Told to the owner as it happens.
    package enum Report {
        /// Active only: everything there was at the start is exchanged; repeated whenever work ran out again.
        case idle
        /// Active only: there is work.
        case busy
        /// Active only: a one-shot replication is done and the connection is closing.
        case finished
        /// A document was refused, by the peer or here.
        case documentError(collection: CollectionName, id: String, isPush: Bool, error: WireError)
        /// The session ends for this reason, and asked its transport to close.
        case failed(ReplicationError)
        /// What becomes of the exchange of times with the peer.
        case clock(ClockEvent)
    }

    let role: Role
    let peer: String
    let database: Database
    let tuning: Tuning
    let report: (Report) -> Void
    let transport: any SessionTransport
    /// What the peer is told of the time; nil for a session that exchanges none.
    let clockSource: ClockSource?
    var access: PeerAccess
    var blip: BLIPConnection
    var collections: [CollectionSync] = []
    /// Handlers of answers still to come.
    var answers: [BLIPRequestID: (BLIPReply) -> Void] = [:]
    var attachments = AttachmentFetcher()
    /// Lists of changes without an answer, of all feeds this session ever had.
    var listsOut = 0
    /// Digests that revisions on their way refer to, and how many of them; only these are served.
    var offeredDigests: [BlobDigest: Int] = [:]
    var pending: [PendingRevision] = []
    /// Documents the peer has confirmed while some of its own offers were still to come.
    var deliveries: [Delivery] = []
    /// When the last answered question about the peer's time was asked, until everything offered before its answer is stored.
    var drained: MonotonicTime?
    /// What the peer is now known to have, to be written with the next commit.
    var learned: [LearnedVersion] = []
    /// Whether revisions were stored since the last durable checkpoint.
    var hasStored = false
    /// Requests of the peer that were complete, to be held against its rate.
    private(set) var requestsReceived = 0
    /// How often the peer has subscribed.
    var subscriptions = 0
    /// Lists that feeds may still read from the database before other sessions have their turn.
    private(set) var listsLeft = 0
    /// Whether something was left for the next turn.
    private(set) var wantsTurn = false
    var isGreeted = false
    /// Whether the peer takes revisions that were not proposed.
    var takesDirectRevisions = false
    /// Whether the peer answers when it is asked for its time.
    var peerTellsTime = false
    /// Whether it was asked and has not answered.
    var isAskingClock = false
    /// When the last byte of the answer that is being handled came off the socket.
    private(set) var heardAt: MonotonicTime
    var isClosed = false
    /// Whether a one-shot replication has said that it is done.
    var isFinished = false
    var wasBusy = true
    var now: MonotonicTime
    private let openedAt: MonotonicTime

    /// A session on `database` that answers through `transport` and tells `report` what happens, on its owner's queue.
    /// With a `clockSource` it exchanges times with a peer that does so too.
    package init(
        role: Role, peer: String, database: Database, access: PeerAccess, tuning: Tuning,
        transport: any SessionTransport, now: MonotonicTime, clockSource: ClockSource? = nil,
        report: @escaping (Report) -> Void
    ) {
        self.role = role
        self.peer = peer
        self.database = database
        self.access = access
        self.tuning = tuning
        self.transport = transport
        self.now = now
        self.clockSource = clockSource
        self.report = report
        openedAt = now
        heardAt = now
        blip = BLIPConnection(limits: tuning.blipLimits(maxDocumentBytes: access.maxDocumentBytes))
    }

    var isActive: Bool {
        if case .active = role { true } else { false }
    }

    /// Whether this is the active side of a replication that goes on for ever.
    var isContinuous: Bool {
        if case .active(let plan) = role { plan.isContinuous } else { false }
    }

    // MARK: Input

    /// Starts the conversation. The active peer speaks first; the passive one waits.
    func open() {
        if case .active(let plan) = role { greet(plan) }
    }

    /// Takes one binary WebSocket message.
    func receive(_ frame: [UInt8], at receivedAt: MonotonicTime) {
        guard !isClosed else { return }
        do {
            for event in try blip.receive(frame) {
                handle(event, receivedAt: receivedAt)
                if isClosed { return }
            }
        } catch {
            fail(.init(.protocolViolation, "the peer sent an unreadable frame: \(error)"), code: CloseCode.unexpected)
        }
    }

    /// Takes what was committed, here or by another session.
    func databaseChanged() {
        for collection in collections {
            collection.pusher?.hasNews = true
            collection.feed?.hasNews = true
        }
    }

    /// Lets time pass.
    func tick(_ time: MonotonicTime) {
        now = time
        if !isClosed, !isGreeted, openedAt.advanced(by: tuning.greetingTimeout) <= time {
            fail(
                .init(.unreachable, "the peer said nothing for \(tuning.greetingTimeout)", isTransient: true),
                code: CloseCode.transient)
        }
    }

    /// When `tick` is wanted next; nil when nothing waits for time.
    var deadline: MonotonicTime? {
        if isClosed { return nil }
        if !isGreeted { return openedAt.advanced(by: tuning.greetingTimeout) }
        return collections.compactMap { $0.checkpoint?.deadline }.min()
    }

    /// Whether `commit` has something to write.
    var needsCommit: Bool { !pending.isEmpty || !learned.isEmpty }

    /// What a checkpoint must survive. The revisions themselves are committed without waiting for the disk; the
    /// checkpoint that says they are here waits, and takes them along, since the log is written in order. If power
    /// fails in between, both are gone together, and the other side offers the revisions again.
    func checkpointDurability() -> Durability {
        defer { hasStored = false }
        return hasStored ? .full : .normal
    }

    /// Sends what can be sent now. Call after the commit.
    func proceed() {
        listsLeft = tuning.listsPerTurn
        wantsTurn = false
        guard !isClosed else { return }
        answerCommitted()
        tellDeliveries()
        for collection in collections {
            collection.puller?.proceed()
            collection.pusher?.proceed()
            collection.feed?.proceed()
        }
        fetchAttachments()
        settle()
        sendFrames()
    }

    /// Whether a feed may read one more list in this turn; if not, the session will have another.
    func takeList() -> Bool {
        guard listsLeft > 0 else {
            wantsTurn = true
            return false
        }
        listsLeft -= 1
        return true
    }

    /// The connection is gone; nothing may be sent any more.
    func connectionClosed() {
        isClosed = true
        attachments.abort()
        answers.removeAll()
        pending.removeAll()
    }

    // MARK: Output

    /// Sends a request and calls `answer` with what comes back.
    func send(_ message: BLIPMessage, answer: @escaping (BLIPReply) -> Void) {
        answers[blip.send(message)] = answer
    }

    /// Sends a request that wants no answer.
    func send(_ message: BLIPMessage) {
        _ = blip.send(message)
    }

    func reply(_ number: UInt64, _ properties: BLIPProperties = [:], _ body: [UInt8] = []) {
        blip.reply(to: number, BLIPMessage(properties: properties, body: .bytes(body)))
    }

    func refuse(_ number: UInt64, _ error: WireError) {
        blip.replyError(to: number, domain: error.domain, code: error.code, message: error.message)
    }

    /// Ends the session with an error.
    func fail(_ error: ReplicationError, code: UInt16) {
        guard !isClosed else { return }
        // What was refused before is still said, if it can be.
        try? writeFrames()
        isClosed = true
        report(.failed(error))
        transport.close(code: code, reason: String(error.message.prefix(100)))
    }

    /// The database failed in the middle of something: says so and leaves, so that the peer tries again later.
    func fail(database error: any Error) {
        fail(.init(.database, "the database failed: \(error)", isTransient: true), code: CloseCode.transient)
    }

    func sendFrames() {
        guard !isClosed else { return }
        guard blip.queuedBytes <= tuning.maxQueuedBytes else {
            isClosed = true
            report(
                .failed(.init(.protocolViolation, "the peer asks for more than it reads", isTransient: true)))
            return transport.close(code: CloseCode.transient, reason: "read what you asked for first")
        }
        do {
            try writeFrames()
        } catch {
            isClosed = true
            report(.failed(.init(.protocolViolation, "a message could not be sent: \(error)", isTransient: true)))
            transport.close(code: CloseCode.unexpected, reason: "a message could not be sent")
        }
    }

    private func writeFrames() throws {
        while transport.bufferedBytes < tuning.socketHighWaterBytes {
            var batch: [[UInt8]] = []
            var bytes = 0
            while bytes < 64 << 10, let frame = try blip.nextFrame() {
                bytes += frame.count
                batch.append(frame)
            }
            if batch.isEmpty { return }
            transport.send(batch)
        }
    }

    // MARK: Dispatch

    private func handle(_ event: BLIPEvent, receivedAt: MonotonicTime) {
        switch event {
        case .request(let request):
            requestsReceived += 1
            do {
                try handle(request, receivedAt: receivedAt)
            } catch let error as WireError {
                refuse(request.number, error)
            } catch {
                refuse(request.number, .http(503, "the database failed"))
                fail(database: error)
            }
        case .reply(let id, let reply):
            heardAt = receivedAt
            if let answer = answers.removeValue(forKey: id) {
                answer(reply)
            } else {
                attachmentFailed(id, reply)
            }
        case .replyPart(let id, _, let bytes, let isLast):
            attachmentPart(id, bytes, isLast: isLast)
        }
    }

    private func handle(_ request: BLIPIncomingRequest, receivedAt: MonotonicTime) throws {
        guard isGreeted || request.profile == "getCollections" else {
            throw WireError.blip(400, "the first message must be getCollections")
        }
        switch request.profile {
        case "changes": try receiveChanges(request)
        case "rev": try receiveRevision(request, receivedAt: receivedAt)
        case "norev": try receiveNoRevision(request)
        case "getAttachment": try serveAttachment(request)
        case "proveAttachment": try proveAttachment(request)
        case "getCollections" where !isActive: try receiveGreeting(request)
        case "getCheckpoint" where !isActive: try receiveGetCheckpoint(request)
        case "setCheckpoint" where !isActive: try receiveSetCheckpoint(request)
        case "subChanges" where !isActive: try receiveSubscription(request)
        case "proposeChanges" where !isActive: try receiveProposals(request)
        case Self.clockProfile:
            guard let clockSource else { fallthrough }
            tellTime(request, receivedAt: receivedAt, clockSource)
        default: throw WireError.blip(404, "no handler for message")
        }
    }

    /// The collection a message is about.
    func collection(of request: BLIPIncomingRequest) throws -> CollectionSync {
        guard let index = request.properties["collection"].flatMap({ Int($0) }),
            let sync = collections.first(where: { $0.index == index })
        else { throw WireError.outOfRange }
        return sync
    }

    /// Tells of confirmed documents once nothing that the peer offered before is missing.
    private func tellDeliveries() {
        guard !deliveries.isEmpty || drained != nil, pending.isEmpty, attachments.isEmpty,
            collections.allSatisfy(\.offered.isEmpty)
        else { return }
        for delivery in deliveries { access.didDeliver(delivery.collection, delivery.id, delivery.version) }
        deliveries.removeAll()
        if let asked = drained { report(.clock(.drained(asked: asked))) }
        drained = nil
    }

    // MARK: Finishing

    /// Whether nothing is left to do for now.
    private var isSettled: Bool {
        pending.isEmpty && learned.isEmpty && attachments.isEmpty
            && collections.allSatisfy { ($0.pusher?.isSettled ?? true) && ($0.puller?.isSettled ?? true) }
    }

    /// Active: saves checkpoints, tells the owner about idleness, and ends a finished one-shot replication.
    private func settle() {
        guard case .active(let plan) = role, isGreeted, !isFinished else { return }
        let settled = isSettled
        for collection in collections {
            collection.checkpoint?.proceed(isSettled: settled, isUrgent: settled && !plan.isContinuous)
        }
        if settled == wasBusy {
            wasBusy = !settled
            report(settled ? .idle : .busy)
        }
        guard settled, !plan.isContinuous, collections.allSatisfy({ $0.checkpoint?.isSaved ?? true }) else { return }
        sendFrames()
        // Our last answers must be on their way too.
        guard !isClosed, !blip.hasFrames else { return }
        isFinished = true
        isClosed = true
        report(.finished)
        transport.close(code: CloseCode.normal, reason: "")
    }
}
