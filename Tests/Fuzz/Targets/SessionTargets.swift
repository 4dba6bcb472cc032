import BLIP
import Documents
import TestSupport

@testable import Replication

/// A host's session.
final class PassiveSessionTarget: SessionTarget, FuzzTarget {
    static let name = "passive"
    static let summary = "messages to a listening session: each is answered or ends it, and the database stays sound"
    static let words = SessionWords.all

    override func greet(_ peer: inout HostilePeer) {
        let body: JSON = ["checkpoint_ids": ["cp-1", "cp-2"], "collections": ["_default", "_default.other"]]
        peer.send(["Profile": "getCollections", "pulsadorClock": "theirs"], body.bytes)
    }

    func seeds() throws -> [[UInt8]] {
        try Recordings.frames(.activeToPassive).map(SessionWords.steps) + [SessionWords.conversation]
    }
}

/// A board's session, with a host that is not what it seems.
final class ActiveSessionTarget: SessionTarget, FuzzTarget {
    static let name = "active"
    static let summary = "messages to a connecting session: each is answered or ends it, and the database stays sound"
    static let words = SessionWords.all

    override var role: Session.Role {
        .active(
            ReplicationPlan(
                collections: [.default], pushes: true, pulls: true, isContinuous: true, remote: "ws://hostile",
                documentIDs: nil, conflictResolver: ConflictPolicy.defaultResolver))
    }

    override func greet(_ peer: inout HostilePeer) {
        peer.answer(["pulsadorClock": "theirs"], Array("[{}]".utf8))
    }

    func seeds() throws -> [[UInt8]] {
        try Recordings.frames(.passiveToActive).map(SessionWords.steps) + [SessionWords.conversation]
    }
}

/// What sessions talk about.
enum SessionWords {
    static let all = [
        "Profile", "getCollections", "getCheckpoint", "setCheckpoint", "subChanges", "changes", "proposeChanges", "rev",
        "norev", "getAttachment", "proveAttachment", "collection", "client", "since", "continuous", "versioning",
        "version-vectors", "history", "deleted", "deltaSrc", "sequence", "digest", "docID", "replacedRev", "activeOnly",
        "conflictIncludesRev", "noconflicts", "Error-Code", "doc-1", "doc-9", SessionTarget.known, "@", "; ", "\0",
        "pulsadorClock", "epoch", "\"t1\":", "\"t2\":", "[[", "]]", "\"@type\":\"blob\"",
        "sha1-AL0ahpFPEh7DurB9XxwLf5rK0bY=", "9223372036854775807", "-1",
    ]

    /// The messages of recorded frames, as steps.
    static func steps(_ frames: [[UInt8]]) throws -> [UInt8] {
        var blip = BLIPConnection()
        // Replies are recorded too, and belong to requests that were not sent here.
        for _ in 0..<200 { blip.send(BLIPMessage(properties: ["Profile": "x"], body: .bytes([]))) }
        while (try? blip.nextFrame()) != nil {}
        var steps: [UInt8] = []
        for frame in frames {
            guard let events = try? blip.receive(frame) else { break }
            for event in events {
                switch event {
                case .request(let request):
                    let flags: UInt8 = (request.noReply ? 8 : 0) | (request.isUrgent ? 16 : 0)
                    steps += step(flags, request.properties, request.body)
                case .reply(_, let reply): steps += step(4, reply.properties, reply.body)
                case .replyPart: break
                }
            }
        }
        return Array(steps.prefix(Fuzz.maxInputBytes))
    }

    static func step(_ kind: UInt8, _ properties: BLIPProperties, _ body: [UInt8]) -> [UInt8] {
        let list = properties.pairs.map { "\($0.key)\0\($0.value)\0" }.joined()
        return [kind] + ByteReader.piece(list.utf8) + ByteReader.piece(body)
    }

    /// A bit of everything.
    static var conversation: [UInt8] {
        let version = "18868a0f5f5c0000@Zm9vYmFyYmF6cXV4MTIzNA"
        let steps: [(UInt8, BLIPProperties, String)] = [
            (
                0, ["Profile": "subChanges", "collection": "0", "versioning": "version-vectors", "continuous": "true"],
                ""
            ),
            (4, [:], #"[[],[],[]]"#),
            (0, ["Profile": "proposeChanges", "collection": "0"], #"[["doc-7","\#(version)","",9]]"#),
            (
                0, ["Profile": "changes", "collection": "0"],
                #"[[7,"doc-7","\#(version)",0,9],[8,"doc-9","\#(version)"]]"#
            ),
            (
                32, ["Profile": "rev", "collection": "0", "id": "doc-7", "rev": version, "sequence": "7"],
                #"{"a":{"@type":"blob","digest":"sha1-AL0ahpFPEh7DurB9XxwLf5rK0bY=","length":21},"_b":1}"#
            ),
            (4, [:], "hello blob hello blob"),
            (0, ["Profile": "setCheckpoint", "collection": "0", "client": "cp-1", "rev": ""], #"{"local":3}"#),
            (0, ["Profile": "getCheckpoint", "collection": "0", "client": "cp-1"], ""),
            (16, ["Profile": "pulsadorClock"], #"{"t0":1}"#), (4, ["epoch": "theirs"], #"{"t1":5,"t2":6}"#),
            (7, [:], ""), (5, ["Error-Code": "409"], ""), (6, [:], ""),
            (8, ["Profile": "norev", "collection": "0", "id": "doc-7", "rev": version], ""),
        ]
        return steps.flatMap { $0 == 7 ? [$0] : step($0, $1, Array($2.utf8)) }
    }
}
