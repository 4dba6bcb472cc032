import BLIP
import Documents
import Testing
import WebSocket

@testable import Replication

/// What a Couchbase Lite peer expects of a passive peer, case by case, over a real socket.
///
/// Short names: `A`…`D` are authors, and `3@A` is their version at 3 ms after some moment a minute ago.
@Suite(.timeLimit(.minutes(2))) struct PassiveInteropTests {
    let host: RealHost
    let base = HybridClock.systemWallClock() - 60_000_000_000

    init() throws {
        host = try RealHost()
    }

    private static let sources: [Character: String] = [
        "A": "AAAAAAAAAAAAAAAAAAAAAQ", "B": "BBBBBBBBBBBBBBBBBBBBBA", "C": "CCCCCCCCCCCCCCCCCCCCCA",
        "D": "DDDDDDDDDDDDDDDDDDDDDA",
    ]

    /// `3@A; 1@B` with the short names written out.
    func text(_ short: String) -> String {
        var text = ""
        var digits = ""
        for character in short {
            if character.isNumber {
                digits.append(character)
            } else if character == "@" {
                text += String(base + (UInt64(digits) ?? 0) * 1_000_000, radix: 16) + "@"
                digits = ""
            } else {
                text += Self.sources[character] ?? String(character)
            }
        }
        return text
    }

    func expectError(
        _ reply: BLIPReply, _ domain: String, _ code: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(reply.error?.domain == domain, sourceLocation: sourceLocation)
        #expect(reply.error?.code == code, sourceLocation: sourceLocation)
    }

    /// Pushes a vector in the form that the wire wants.
    func push(
        _ peer: RawPeer, _ id: String, _ short: String, _ body: String = "{}", isDeleted: Bool = false
    ) async throws -> BLIPReply {
        let vector = try VersionVector(parsing: text(short))
        let current = try #require(vector.current)
        return try await peer.push(
            id, current.description, history: vector.history, body, isDeleted: isDeleted)
    }

    private func vector(_ id: String) throws -> String? {
        try host.collection.record(id)?.vector.description
    }

    @Test(arguments: [
        ["BLIP_3+CBMobile_4"], ["BLIP_3+CBMobile_4", "BLIP_3+CBMobile_3"], ["BLIP_3+CBMobile_3", "BLIP_3+CBMobile_4"],
    ]) func case01OffersWithVersionVectorsAreAccepted(offer: [String]) async throws {
        let loop = try WebSocketLoop(name: "client")
        defer { loop.stop() }
        #expect(
            try await RawPeer.negotiate(port: host.port, loop: loop, offering: offer) == "BLIP_3+CBMobile_4")
    }

    @Test(arguments: [["BLIP_3+CBMobile_3"], ["nonsense"]])
    func case01OtherOffersAreRefused(offer: [String]) async throws {
        let loop = try WebSocketLoop(name: "client")
        defer { loop.stop() }
        await #expect(throws: RawPeer.Ended.self) {
            _ = try await RawPeer.negotiate(port: host.port, loop: loop, offering: offer)
        }
    }

    @Test func case02KnownAndUnknownCollections() async throws {
        let peer = try await host.connect()
        #expect(try await peer.greet(["_default", "unknown"]) == [[:], nil])
        // The index counts the missing one too.
        #expect(try await peer.propose([["a", text("1@A")]]) == [0])
        let missing = try await peer.ask(["Profile": "proposeChanges", "collection": "1"], [])
        expectError(missing, "HTTP", 400)
        #expect(missing.error?.message == "the collection property is out of range.")
    }

    @Test(arguments: [
        #"{"checkpoint_ids":["cp-1"],"collections":[]}"#, #"{"checkpoint_ids":[],"collections":[]}"#,
        #"{"checkpoint_ids":["cp-1","cp-2"],"collections":["_default","_default"]}"#,
        #"{"checkpoint_ids":["cp-1","cp-2"],"collections":["_default","_default._default"]}"#,
        #"{"checkpoint_ids":["cp-1"],"collections":[""]}"#, #"{"checkpoint_ids":["cp-1"],"collections":["a b"]}"#,
        #"{"checkpoint_ids":[1],"collections":["_default"]}"#, #"{"collections":["_default"]}"#, "[]", "nonsense", "",
    ]) func case02MalformedGreetingsAreRefusedAndMayBeRepeated(body: String) async throws {
        let peer = try await host.connect()
        expectError(try await peer.ask(["Profile": "getCollections"], Array(body.utf8)), "BLIP", 400)
        #expect(try await peer.greet() == [[:]])
    }

    @Test(arguments: ["getCheckpoint", "proposeChanges", "subChanges", "changes", "rev", "nonsense"])
    func case03AnotherFirstMessageIsRefused(profile: String) async throws {
        let peer = try await host.connect()
        expectError(try await peer.ask(["Profile": profile, "collection": "0"], []), "BLIP", 400)
        #expect(try await peer.greet() == [[:]])
        expectError(try await peer.ask(["Profile": "getCollections"], []), "BLIP", 400)
        let unknown = try await peer.ask(["Profile": "unsubChanges", "collection": "0"], [])
        expectError(unknown, "BLIP", 404)
        #expect(unknown.error?.message == "no handler for message")
    }

    @Test func case04Checkpoints() async throws {
        let peer = try await host.greeted("cp-4")
        let get: BLIPProperties = ["Profile": "getCheckpoint", "collection": "0", "client": "cp-4"]
        expectError(try await peer.ask(get), "HTTP", 404)
        func set(_ revision: String, _ body: String) async throws -> BLIPReply {
            try await peer.ask(
                ["Profile": "setCheckpoint", "collection": "0", "client": "cp-4", "rev": revision], Array(body.utf8))
        }
        let first = try await set("", #"{"time":1,"local":8,"remote":8}"#)
        let revision = try #require(first.properties["rev"])
        let stale = try await set("", #"{"local":9}"#)
        expectError(stale, "HTTP", 409)
        #expect(stale.error?.message == "revision ID mismatch")
        expectError(try await set("anything", #"{"local":9}"#), "HTTP", 409)
        let second = try await set(revision, #"{"local":9,"localCompleted":[0,1,2,1],"remote":"x"}"#)
        let next = try #require(second.properties["rev"])
        #expect(next != revision)
        let read = try await peer.ask(get)
        #expect(read.properties["rev"] == next)
        #expect(String(decoding: read.body, as: UTF8.self) == #"{"local":9,"localCompleted":[0,1,2,1],"remote":"x"}"#)
        expectError(try await set(next, "nonsense"), "BLIP", 400)
        let again = try await host.connect()
        #expect(
            try await again.greet(id: "cp-4")
                == [["local": 9, "localCompleted": [0, 1, 2, 1], "remote": "x", "rev": .string(next)]])
        expectError(try await peer.ask(["Profile": "getCheckpoint", "collection": "0"]), "BLIP", 400)
    }

    @Test func case05AnUnknownDocumentIsWanted() async throws {
        let peer = try await host.greeted()
        #expect(try await peer.propose([["a", text("1@A"), ""]]) == [0])
        #expect(try await peer.push("a", text("1@A"), #"{"n":1}"#).error == nil)
        #expect(try host.text("a") == #"{"n":1}"#)
        // A peer that believes we had its parent fills up a host that was wiped.
        #expect(try await peer.propose([["b", text("2@A"), text("1@A")]]) == [0])
    }

    @Test func case06TheSameVersionAgain() async throws {
        let peer = try await host.greeted()
        _ = try await push(peer, "a", "2@A; 1@B")
        #expect(
            try await peer.propose([
                ["a", text("2@A"), ""], ["a", text("2@A; 1@B"), text("1@B")], ["a", text("2@A").uppercasedTime, ""],
                ["a", "00" + text("2@A"), ""], ["a", text("1@B"), ""],
            ]) == [304, 304, 304, 304, 304])
    }

    @Test func case07ChildrenOfTheCurrentVersion() async throws {
        let peer = try await host.greeted()
        let chain = ["1@A", "2@B; 1@A", "3@C; 2@B, 1@A", "4@D; 3@C, 2@B, 1@A", "5@A; 4@D, 3@C, 2@B"]
        var parent = ""
        for (index, step) in chain.enumerated() {
            let current = String(step.prefix(3))
            #expect(try await peer.propose([["a", text(current), parent]]) == [0])
            #expect(try await push(peer, "a", step, "{\"n\":\(index)}").error == nil)
            #expect(try await peer.propose([["a", text(current), parent]]) == [304])
            parent = text(current)
        }
        #expect(try vector("a") == text("5@A; 4@D, 3@C, 2@B"))
        #expect(try host.text("a") == #"{"n":4}"#)
    }

    @Test func case08APartialHistoryIsEnough() async throws {
        let peer = try await host.greeted()
        _ = try await push(peer, "a", "3@C; 2@B, 1@A")
        #expect(try await push(peer, "a", "4@D; 3@C", #"{"n":4}"#).error == nil)
        #expect(try host.text("a") == #"{"n":4}"#)
    }

    @Test func case09AConflictIsAnsweredWithTheWholeVector() async throws {
        let peer = try await host.greeted()
        _ = try await push(peer, "a", "3@B; 2@A")
        let answer = try await peer.propose([["a", text("4@C"), text("2@A")]])
        #expect(answer == [["status": 409, "rev": .string(text("3@B; 2@A"))]])
        // That text is a parent, word by word.
        let parent = try #require(answer[0]["rev"]?.string)
        #expect(try await peer.propose([["a", text("5@C"), parent]]) == [0])
        #expect(try await push(peer, "a", "5@C; 3@B, 2@A").error == nil)
    }

    @Test func case10AConflictWithoutTheRevision() async throws {
        let peer = try await host.greeted()
        _ = try await push(peer, "a", "3@B; 2@A")
        #expect(try await peer.propose([["a", text("4@C"), text("2@A")]], includingRevision: false) == [409])
    }

    @Test func case11AMixedList() async throws {
        let peer = try await host.greeted()
        _ = try await push(peer, "b", "3@B")
        _ = try await push(peer, "d", "3@D")
        let rows = [
            ["a", text("1@A"), ""], ["b", text("4@A"), ""], ["c", text("1@A"), ""], ["d", text("3@D"), ""],
            ["e", text("1@A"), ""],
        ]
        let answers = try await peer.propose(rows)
        #expect(answers == [0, ["status": 409, "rev": .string(text("3@B"))], 0, 304, 0])
        #expect(try await peer.propose(rows, includingRevision: false) == [0, 409, 0, 304, 0])
        // All accepted is an empty list.
        let reply = try await peer.ask(
            ["Profile": "proposeChanges", "collection": "0"], [["x", .string(text("1@A"))]])
        #expect(String(decoding: reply.body, as: UTF8.self) == "[]")
    }

    @Test(arguments: ["5@*", "nothing", ""]) func case12AListWithNoVersionIsRefused(version: String) async throws {
        let peer = try await host.greeted()
        for profile in ["proposeChanges", "changes"] {
            let row: JSON =
                profile == "changes" ? [1, "a", .string(version)] : ["a", .string(version), ""]
            let reply = try await peer.ask(["Profile": profile, "collection": "0"], [row])
            expectError(reply, "LiteCore", 26)
        }
        #expect(try await peer.propose([["a", text("1@A")]]) == [0])
    }

    @Test(arguments: ["", String(repeating: "x", count: 256)])
    func case12AListWithAnImpossibleIDIsRefused(id: String) async throws {
        let peer = try await host.greeted()
        let version = JSON.string(text("1@A"))
        for (profile, row) in [("proposeChanges", [.string(id), version]), ("changes", [1, .string(id), version])]
            as [(String, JSON)]
        {
            expectError(
                try await peer.ask(["Profile": profile, "collection": "0"], [row]), "LiteCore", 26)
        }
        expectError(try await push(peer, id, "1@A"), "HTTP", 400)
    }

    @Test(arguments: ["{", "7", #"{"a":1}"#, #"["a"]"#, #"[["a"]]"#, "[[7,8]]"])
    func case12AListThatIsNoneIsRefused(body: String) async throws {
        let peer = try await host.greeted()
        for profile in ["proposeChanges", "changes"] {
            expectError(
                try await peer.ask(["Profile": profile, "collection": "0"], Array(body.utf8)), "BLIP", 400)
        }
        #expect(try await peer.propose([["a", text("1@A")]]) == [0])
    }

    @Test func case12AListMayBeEmpty() async throws {
        let peer = try await host.greeted()
        for body in ["[]", "null"] {
            let reply = try await peer.ask(["Profile": "proposeChanges", "collection": "0"], Array(body.utf8))
            #expect(reply.error == nil)
        }
    }

    @Test func case13ATombstone() async throws {
        let peer = try await host.greeted()
        _ = try await push(peer, "a", "1@A", #"{"n":1}"#)
        #expect(try await peer.propose([["a", text("2@B"), text("1@A")]]) == [0])
        #expect(try await push(peer, "a", "2@B; 1@A", isDeleted: true).error == nil)
        #expect(try await peer.propose([["a", text("2@B")]]) == [304])
        #expect(try host.collection.record("a")?.isDeleted == true)
    }

    @Test(arguments: ["3@C", "3@A"]) func case14ANewDocumentOverATombstone(version: String) async throws {
        let peer = try await host.greeted()
        _ = try await push(peer, "a", "2@B; 1@A", isDeleted: true)
        #expect(try await peer.propose([["a", text(version), ""]]) == [0])
        #expect(try await push(peer, "a", version, #"{"n":3}"#).error == nil)
        #expect(try host.text("a") == #"{"n":3}"#)
        #expect(try vector("a")?.hasPrefix(text(version)) == true)
    }

    @Test(arguments: [
        "", "nonsense", "1@", "0@AAAAAAAAAAAAAAAAAAAAAQ", "5@*", "18ecbe000e990000@AAAAAAAAAAAAAAAAAAAAA",
        "18ecbe000e990000@BBBBBBBBBBBBBBBBBBBBBB", " 18ecbe000e990000@AAAAAAAAAAAAAAAAAAAAAQ", "1-abcd",
    ]) func case15AMalformedVersionIsRefused(version: String) async throws {
        let peer = try await host.greeted()
        let reply = try await peer.push("a", version)
        expectError(reply, "HTTP", 400)
        #expect(reply.error?.message == "received invalid version ID")
        #expect(try await push(peer, "a", "1@A").error == nil)
    }

    @Test(arguments: ["", "{", "[]", "7"]) func case15ABodyThatIsNoObjectIsRefused(body: String) async throws {
        let peer = try await host.greeted()
        let reply = try await push(peer, "a", "1@A", body)
        expectError(reply, "LiteCore", 5)
        #expect(try await push(peer, "a", "1@A").error == nil)
    }

    @Test func case16TimesOutOfBoundsAreRefused() async throws {
        let peer = try await host.greeted()
        let year: UInt64 = 365 * 86_400 * 1_000_000_000
        let author = "@AAAAAAAAAAAAAAAAAAAAAQ"
        for time in [base + year, (1 << 63) + 1, .max] {
            expectError(try await peer.push("a", String(time, radix: 16) + author), "LiteCore", 4)
            expectError(
                try await peer.push("a", text("1@B"), history: String(time, radix: 16) + author), "LiteCore", 4)
        }
        #expect(try host.collection.record("a") == nil)
        #expect(try await push(peer, "a", "1@A").error == nil)
    }

    @Test func case17ClocksMayDifferByTwoMinutes() async throws {
        let peer = try await host.greeted()
        let now = HybridClock.systemWallClock()
        let author = "@AAAAAAAAAAAAAAAAAAAAAQ"
        let year: UInt64 = 365 * 86_400 * 1_000_000_000
        for (index, time) in [now + 60_000_000_000, now + 100_000_000_000, now - 60_000_000_000, now - year]
            .enumerated()
        {
            #expect(try await peer.push("\(index)", String(time, radix: 16) + author).error == nil)
        }
        expectError(try await peer.push("x", String((1 << 40) - 1, radix: 16) + author), "LiteCore", 4)
        expectError(try await peer.push("x", "1" + author), "LiteCore", 4)
    }

    @Test func case18MalformedHistoriesAreRefused() async throws {
        let peer = try await host.greeted()
        let histories = [
            "2@B, 1@B", "2@A", "3@A", "2@B; 1@C; 1@D", "2@B;; 1@C", "2@B ,1@C", "\t2@B", ";2@B", "2@B,,1@C",
        ]
        for history in histories {
            expectError(try await peer.push("a", text("3@A"), history: text(history)), "LiteCore", 4)
        }
        for history in ["nonsense", "5@*", "1-abcd"] {
            expectError(try await peer.push("a", text("3@A"), history: history), "LiteCore", 4)
        }
        #expect(try host.collection.record("a") == nil)
        #expect(try await push(peer, "a", "3@A").error == nil)
    }

    @Test func case19SpacesAndOrderDoNotMatter() async throws {
        let peer = try await host.greeted()
        let histories = ["2@B,1@C", "2@B, 1@C", "2@B,   1@C", "1@C, 2@B", "2@B, 1@C,", "2@B, 1@C, "]
        for (index, history) in histories.enumerated() {
            #expect(try await peer.push("\(index)", text("3@A"), history: text(history)).error == nil)
            let vector = try #require(try host.collection.record("\(index)")?.vector)
            #expect(Set(vector.versions.map(\.description)) == Set([text("3@A"), text("2@B"), text("1@C")]))
            #expect(vector.mergeCount == 0)
        }
        // An empty history, and a whole vector without one.
        #expect(try await peer.push("x", text("3@A"), history: "").error == nil)
        #expect(try await peer.push("y", text("3@A; 2@B")).error == nil)
        #expect(try vector("y") == text("3@A; 2@B"))
    }

    @Test func case20TwoWritersRaceOnOneParent() async throws {
        let first = try await host.greeted("cp-1")
        let second = try await host.greeted("cp-2")
        _ = try await push(first, "a", "1@A")
        #expect(try await first.propose([["a", text("2@B"), text("1@A")]]) == [0])
        #expect(try await second.propose([["a", text("2@C"), text("1@A")]]) == [0])
        #expect(try await push(first, "a", "2@B; 1@A", #"{"by":"B"}"#).error == nil)
        expectError(try await push(second, "a", "2@C; 1@A"), "LiteCore", 8)
        #expect(try host.text("a") == #"{"by":"B"}"#)
        let again = try await push(first, "a", "2@B; 1@A", #"{"by":"B"}"#)
        #expect(again.error == nil)
        #expect(again.properties.bool("noop"))
    }

    @Test(arguments: ["4@D, 3@B, 2@A; 1@C", "4@D, 3@B, 2@A;", "4@A, 3@B, 2@A;", "4@A, 3@B, 2@A; 1@C"])
    func case21MergesComeBackAsTheyWere(merge: String) async throws {
        let peer = try await host.greeted()
        _ = try await push(peer, "a", "2@A")
        #expect(try await push(peer, "a", merge, #"{"n":1}"#).error == nil)
        #expect(try await peer.propose([["a", text("3@B")]]) == [304])
        #expect(try await peer.propose([["a", text("2@A")]]) == [304])
        let reply = try await peer.ask(
            ["Profile": "subChanges", "collection": "0", "versioning": "version-vectors"])
        #expect(reply.error == nil)
        let list = try await peer.next("changes")
        #expect(try JSON(parsing: list.body)[0]?[2]?.string == text(merge))
        peer.reply(to: list, ["blobs": "true"], Array("[[]]".utf8))
        _ = try await peer.next("changes")
        let revision = try await peer.next("rev")
        let vector = try VersionVector(parsing: text(merge))
        #expect(revision.properties["rev"] == vector.current?.description)
        #expect(revision.properties["history"] == vector.history)
        peer.reply(to: revision)
    }

    @Test func case22TheSameMergeByAnotherAuthor() async throws {
        let peer = try await host.greeted()
        _ = try await push(peer, "a", "4@D, 3@B, 2@A;", #"{"n":1,"m":2}"#)
        let same = try await push(peer, "a", "5@C, 3@B, 2@A;", #"{"m":2,"n":1}"#)
        #expect(same.error == nil)
        #expect(try vector("a") == text("4@D, 3@B, 2@A;"))
        expectError(try await push(peer, "a", "5@C, 3@B, 2@A;", #"{"n":2}"#), "LiteCore", 8)
    }

    @Test func case23AChildMayBeEarlierThanItsParent() async throws {
        let peer = try await host.greeted()
        _ = try await push(peer, "a", "9@B")
        #expect(try await peer.propose([["a", text("1@A"), text("9@B")]]) == [0])
        #expect(try await push(peer, "a", "1@A; 9@B", #"{"n":2}"#).error == nil)
        #expect(try host.text("a") == #"{"n":2}"#)
    }
}

extension String {
    /// A version with its time in capital letters.
    fileprivate var uppercasedTime: String {
        let parts = split(separator: "@", maxSplits: 1)
        return parts[0].uppercased() + "@" + parts[1]
    }
}
