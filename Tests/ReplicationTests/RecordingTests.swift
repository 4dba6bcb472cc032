import BLIP
import Documents
import TestSupport
import Testing
import Timing

@testable import Replication

/// Our passive peer in the place of a recorded Couchbase Lite 4.1 one: fed the frames of the recorded active peer, byte by
/// byte, it must say what the recorded passive peer said.
///
/// Compared are: every request with its properties, body, urgency and whether it wants an answer, in order; and every
/// answer by the number of its request, with properties and body. Left out, since the protocol leaves them free: whether
/// frames are compressed; the properties `deltas` and `sendReplacementRevs`; the order of answers; the revision text of
/// a checkpoint (only that there is one); and the body size in a row of `changes`.
@Suite struct RecordingTests {
    /// What one message says, without what is free.
    private struct Said: Equatable {
        var properties: [String: String]
        var body: JSON
        var isUrgent = false
        var noReply = false
    }

    private struct Speech: Equatable {
        var requests: [Said] = []
        var answers: [UInt64: Said] = [:]
    }

    private final class Recorder: SessionTransport {
        var frames: [[UInt8]] = []
        var close: UInt16?
        let bufferedBytes = 0

        func send(_ messages: [[UInt8]]) { frames += messages }
        func close(code: UInt16, reason: String) { close = code }
    }

    private let directory: TemporaryDirectory
    private let database: Database
    private let group: SessionGroup
    private let transport = Recorder()

    init() throws {
        directory = try TemporaryDirectory()
        // A moment after the recordings were made.
        database = try Database(
            path: directory.file("db"), options: .init(wallClock: { 0x18ec_be01_0000_0000 }))
        let clock = ManualClock()
        group = SessionGroup(database: database, clock: clock)
        group.add(
            1,
            Session(
                role: .passive, peer: "recorded", database: database, access: PeerAccess(), tuning: Tuning(),
                transport: transport, now: clock.now
            ) { _ in })
    }

    private func said(_ properties: BLIPProperties, _ body: [UInt8]) throws -> Said {
        var kept: [String: String] = [:]
        for (key, value) in properties.pairs where !["deltas", "sendReplacementRevs"].contains(key) {
            kept[key] = value
        }
        // The answer to setCheckpoint is the only one with `rev` and without a Profile.
        if kept["Profile"] == nil, kept["rev"] != nil { kept["rev"] = "any" }
        var json: JSON = .null
        if !body.isEmpty { json = (try? JSON(parsing: body)) ?? .string(String(decoding: body, as: UTF8.self)) }
        if kept["Profile"] == "changes", let rows = json.array {
            json = .array(rows.map { .array(Array(($0.array ?? []).prefix(4))) })
        }
        return Said(properties: kept, body: json)
    }

    /// What the passive peer's frames say. `questions` are the active peer's, which give answers their numbers.
    private func speech(_ frames: [[UInt8]], questions: [BLIPIncomingRequest]) throws -> Speech {
        var reader = BLIPConnection()
        var numbers: [BLIPRequestID: UInt64] = [:]
        for question in questions {
            numbers[reader.send(BLIPMessage(noReply: question.noReply))] = question.number
            while try reader.nextFrame() != nil {}
        }
        var speech = Speech()
        for frame in frames {
            for event in try reader.receive(frame) {
                switch event {
                case .request(let request):
                    var said = try said(request.properties, request.body)
                    said.isUrgent = request.isUrgent
                    said.noReply = request.noReply
                    speech.requests.append(said)
                case .reply(let id, let reply):
                    #expect(reply.error == nil)
                    speech.answers[try #require(numbers[id])] = try said(reply.properties, reply.body)
                case .replyPart: Issue.record("nothing was asked for in parts")
                }
            }
        }
        return speech
    }

    /// The active peer's requests.
    private func questions(_ connection: Transcript.Connection) throws -> [BLIPIncomingRequest] {
        var reader = BLIPConnection()
        // As many requests as its answers may belong to.
        for _ in 0..<10 { reader.send(BLIPMessage()) }
        while try reader.nextFrame() != nil {}
        return try connection.frames(.activeToPassive).flatMap { try reader.receive($0) }.compactMap {
            if case .request(let request) = $0 { request } else { nil }
        }
    }

    private func replay(_ name: String) throws -> (ours: Speech, theirs: Speech) {
        let connection = try Transcript.load(name).connections[0]
        for frame in connection.frames(.activeToPassive) {
            group.receive(frame, for: 1, at: ManualClock().now)
            group.settle()
        }
        #expect(transport.close == nil)
        let questions = try questions(connection)
        return (
            try speech(transport.frames, questions: questions),
            try speech(connection.frames(.passiveToActive), questions: questions)
        )
    }

    @Test func aRecordedPushIsAnsweredAsItWas() throws {
        let (ours, theirs) = try replay("litecore41-version-vectors-push")
        #expect(ours == theirs)
        // getCollections, proposeChanges, three revisions, setCheckpoint; and getAttachment.
        #expect(theirs.answers.count == 6 && theirs.requests.count == 1)

        let collection = try database.collection()
        let author = "a1aSOamRRIert3+EimrBmA"
        #expect(try collection.document("doc-1")?.properties == ["name": "one", "n": 1])
        #expect(try collection.record("doc-1")?.vector.description == "18ecbe000e990000@\(author)")
        #expect(try collection.record("doc-3")?.isDeleted == true)
        let blob = try #require(try collection.document("doc-2")?["pic"].flatMap(Blob.init))
        #expect(try database.blobs.reader(blob.digest).read() == Array("hello blob hello blob".utf8))
        let checkpoint = try #require(try database.checkpoint("cp-aE2Ns1aX7fRgb51DgMNvdtsCIeQ="))
        #expect(try JSON(parsing: checkpoint.body) == ["time": 1_796_019_259, "local": 4])
    }

    @Test func aRecordedPullIsServedAsItWas() throws {
        let name = "litecore41-version-vectors-pull"
        try database.blobs.add(Array("hello blob hello blob".utf8))
        for entry in try Transcript.load(name).connections[0].entries where entry.direction == .passiveToActive {
            guard let text = entry.comment("props"), let properties = try? JSON(text: text),
                properties["Profile"] == "rev", let id = properties["id"]?.string,
                let revision = properties["rev"]?.string, let body = entry.comment("body")
            else { continue }
            try database.collection().insert(
                IncomingRevision(id: id, vector: try VersionVector(parsing: revision), body: Array(body.utf8)),
                origin: .local)
        }
        let (ours, theirs) = try replay(name)
        #expect(ours == theirs)
        // getCollections, subChanges, getAttachment, setCheckpoint; and two lists and two revisions.
        #expect(theirs.answers.count == 4 && theirs.requests.count == 4)
    }
}
