import BLIP
import Documents
import FoundationEssentials
import TestSupport
import Timing

@testable import Replication

/// A session with a database, and the other end of its connection, which says what an input tells it to.
///
/// An input is a list of steps: a byte of kind and flags, and for messages the properties (`key NUL value NUL …`) and the
/// body, each with its length before it. Frames are always right; everything in them is the input's.
class SessionTarget {
    private let directory: TemporaryDirectory
    private let database: Database
    private let clock = ManualClock()
    /// What every input finds in the database.
    static let known = "DeW0Cmq3QX6+CStGmDegsg"

    required init() throws {
        directory = try TemporaryDirectory()
        database = try Database(
            path: directory.file("db"), options: .init(wallClock: { 1_767_225_600_000_000_000 }))
        let collection = try database.collection()
        for number in 0..<5 { try collection.save("doc-\(number)", ["n": .integer(Int64(number))]) }
        try collection.delete("doc-4")
        let version = Version(time: 1_767_225_500_000_000_000, source: SourceID(Self.known) ?? database.source)
        let revision = IncomingRevision(
            id: "doc-9", vector: VersionVector(version), isDeleted: false, body: Array(#"{"a":1}"#.utf8))
        _ = try collection.insert(revision, origin: .peer("p"), receivedAt: clock.now, conflict: .refuse)
    }

    deinit {
        try? database.close()
    }

    var role: Session.Role { .passive }

    /// Steps that every conversation begins with.
    func greet(_ peer: inout HostilePeer) {}

    private struct UndoEverything: Error {}

    func run(_ input: [UInt8]) throws {
        var outcome: Result<Void, any Error> = .success(())
        do {
            // Whatever it writes is undone, so that the next input finds the same.
            try database.transaction {
                outcome = Result { try converse(input) }
                throw UndoEverything()
            }
        } catch is UndoEverything {
            try outcome.get()
        }
    }

    private func converse(_ input: [UInt8]) throws {
        var tuning = Tuning()
        tuning.maxDocumentBytes = 64 << 10
        let transport = FuzzTransport()
        let group = SessionGroup(database: database, clock: clock)
        var exchanges: [ClockExchange] = []
        let session = Session(
            role: role, peer: "hostile", database: database, access: PeerAccess(), tuning: tuning, transport: transport,
            now: clock.now, clockSource: ClockSource(time: clock) { "fuzz" }
        ) { report in
            if case .clock(.answered(let exchange)) = report { exchanges.append(exchange) }
        }
        group.add(1, session)
        defer { group.remove(1) }
        var peer = HostilePeer()
        group.settle()
        try peer.take(transport)
        greet(&peer)
        var reader = ByteReader(input)
        var steps = 0
        repeat {
            try exchange(&peer, transport, group, session)
            try check(session, tuning)
            guard !reader.isAtEnd, !session.isClosed, steps < 200 else { break }
            steps += 1
            session.askClock()
            if peer.step(&reader) { group.databaseChanged() }
        } while true
        for exchange in exchanges {
            let isSound = exchange.received.nanoseconds >= 0 && exchange.received <= exchange.answered
            try require(isSound && exchange.answered.nanoseconds <= 1 << 61, "a clock is said to show \(exchange)")
        }
        if !session.isClosed {
            let waiting = session.attachments.waiting.count + session.attachments.running.count
            try require(
                peer.blip.openRequests <= waiting + peer.announced,
                "\(peer.blip.openRequests) requests have no answer, \(waiting) revisions wait for attachments")
        }
        try checkDatabase()
    }

    /// Carries frames in both directions until nobody has any.
    private func exchange(
        _ peer: inout HostilePeer, _ transport: FuzzTransport, _ group: SessionGroup, _ session: Session
    ) throws {
        for _ in 0..<10_000 {
            let frames = peer.frames()
            for frame in frames { group.receive(frame, for: 1, at: clock.now) }
            group.touch(1)
            group.settle()
            try peer.take(transport)
            if frames.isEmpty, !group.hasWork { return }
        }
        throw Violation("the session does not come to rest")
    }

    private func check(_ session: Session, _ tuning: Tuning) throws {
        try require(session.isClosed || session.pending.isEmpty, "revisions wait after a commit")
        try require(session.blip.queuedBytes <= tuning.maxQueuedBytes, "\(session.blip.queuedBytes) bytes are queued")
        try require(session.collections.count <= tuning.maxCollections, "\(session.collections.count) collections")
        let waiting = session.attachments.bytes
        try require(waiting >= 0 && waiting <= tuning.waitingRevisionBytes, "\(waiting) bytes wait for attachments")
        try require(session.listsOut >= 0, "\(session.listsOut) lists are out")
    }

    /// Everything that is stored is what a database may hold.
    private func checkDatabase() throws {
        for name in try database.collectionNames() {
            let collection = try database.collection(name)
            var seen: Set<String> = []
            for header in try collection.headers(after: 0, limit: .max) {
                try require(seen.insert(header.id).inserted, "'\(header.id)' is stored twice")
                try require(
                    (1...255).contains(header.id.utf8.count), "an id of \(header.id.utf8.count) bytes is stored")
                try require(
                    header.id.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
                    "an id with control characters is stored")
                let again = try VersionVector(parsing: header.vector.description)
                try require(again == header.vector, "a stored vector does not read back")
                guard let record = try collection.record(header.id) else {
                    throw Violation("'\(header.id)' has no record")
                }
                try require(try !JSON.validateObject(record.body).hasReservedKeys, "a reserved key is stored")
            }
        }
    }
}

/// The other end of a session: right frames, hostile messages.
struct HostilePeer {
    var blip = BLIPConnection()
    /// Requests of the session that have no answer yet.
    private var requests: [BLIPIncomingRequest] = []
    /// Lists that an active session may leave unread for now.
    private(set) var announced = 0

    mutating func send(_ properties: BLIPProperties, _ body: [UInt8] = []) {
        blip.send(BLIPMessage(properties: properties, body: .bytes(body)))
    }

    /// Answers the session's first request, whatever it is.
    mutating func answer(_ properties: BLIPProperties, _ body: [UInt8]) {
        guard !requests.isEmpty else { return }
        blip.reply(to: requests.removeFirst().number, BLIPMessage(properties: properties, body: .bytes(body)))
    }

    /// What the session has sent.
    mutating func take(_ transport: FuzzTransport) throws {
        for frame in transport.taken() {
            for case .request(let request) in try blip.receive(frame) where !request.noReply {
                requests.append(request)
            }
        }
    }

    mutating func frames() -> [[UInt8]] {
        var frames: [[UInt8]] = []
        while let frame = try? blip.nextFrame() { frames.append(frame) }
        return frames
    }

    /// Does the next step of an input; true when it is that somebody else has changed the database.
    ///
    /// | bits | |
    /// |---|---|
    /// | 0–2 | 0–3 request, 4 reply, 5 error reply, 6 empty reply, 7 database changed |
    /// | 3 | no reply |
    /// | 4 | urgent |
    /// | 5 | compressed |
    mutating func step(_ reader: inout ByteReader) -> Bool {
        let kind = reader.byte()
        if kind & 7 == 7 { return true }
        let properties = Self.properties(reader.piece())
        let body = reader.piece()
        let message = BLIPMessage(
            properties: properties, body: .bytes(body), isUrgent: kind & 16 != 0, isCompressed: kind & 32 != 0,
            noReply: kind & 8 != 0)
        switch kind & 7 {
        case 4, 6:
            guard !requests.isEmpty else { return false }
            let index = Int(body.last ?? 0) % requests.count
            let reply = kind & 7 == 6 ? BLIPMessage(body: .bytes([])) : message
            blip.reply(to: requests.remove(at: index).number, reply)
        case 5:
            guard !requests.isEmpty else { return false }
            let code = Int(properties["Error-Code"] ?? "") ?? 404
            blip.replyError(to: requests.removeFirst().number, domain: "HTTP", code: code, message: "no")
        default:
            if properties["Profile"] == "changes", !message.noReply { announced += 1 }
            blip.send(message)
        }
        return false
    }

    private static func properties(_ bytes: [UInt8]) -> BLIPProperties {
        let parts = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        var properties = BLIPProperties()
        for index in stride(from: 0, to: parts.count - 1, by: 2) { properties[parts[index]] = parts[index + 1] }
        return properties
    }
}

/// Takes what a session sends.
final class FuzzTransport: SessionTransport {
    private var messages: [[UInt8]] = []

    var bufferedBytes: Int { 0 }

    func send(_ messages: [[UInt8]]) {
        self.messages += messages
    }

    func close(code: UInt16, reason: String) {}

    func taken() -> [[UInt8]] {
        defer { messages = [] }
        return messages
    }
}
