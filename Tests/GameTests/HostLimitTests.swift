import Documents
import FoundationEssentials
import Quiz
import TestSupport
import Testing
import Timing
import WebSocket

@testable import Game
@testable import Replication

/// What one peer, or one address, may have of a game, asked of the rules themselves.
@Suite struct HostLimitTests {
    private let directory: TemporaryDirectory
    private let database: Database
    private let access: HostAccess
    private let game: GameID
    private let author = SourceID.random()

    init() throws {
        directory = try TemporaryDirectory()
        database = try Database(path: directory.file("db"))
        let card = try QuestionCard(text: "Q?", choices: ["A", "B"], correct: [0], limitSeconds: 60)
        let hosted = try HostGame(
            id: GameID("game"), title: "T", joinCode: "ABC123", createdAt: Timestamp(Date(timeIntervalSince1970: 0)),
            cards: [card], settings: HostSettings(), bootID: "boot")
        game = hosted.id
        access = try HostAccess(
            game: hosted, database: database, links: HostLinks(maxAllowance: .milliseconds(250)) { "epoch" })
    }

    /// A connection: what it may do, and what it has asked.
    private func connect(
        _ id: UInt64, from address: String = "127.0.0.1", as name: String? = nil, _ secret: String = "s"
    )
        -> PeerAccess?
    {
        let request = WebSocketRequest(
            path: "/", subprotocols: [], authorization: name.map { ($0, secret) }, remoteAddress: address, userAgent: ""
        )
        guard case .accept(let peerName, let rules) = access.admit(request) else { return nil }
        let peer = Listener.Peer(id: id, name: peerName ?? "peer", address: address, isNamed: peerName != nil)
        let granted = rules(peer)
        if let name, let player = try? PlayerID(name) { _ = access.sit(player, on: id) }
        return granted
    }

    /// Stores a Player document as replication would. Returns why not.
    @discardableResult
    private func join(
        _ rules: PeerAccess, _ player: String, name: String = "Name", buttons: [Int]? = nil, at seconds: Int64 = 0
    ) throws -> WireError? {
        let id = DocumentID.player(game, try PlayerID(player)).text
        let body = try JSONEncoder().encode(
            Player(
                gameId: game, displayName: name, joinedAt: Timestamp(Date(timeIntervalSince1970: 0)),
                buttonsSeen: buttons))
        let revision = PushedRevision(
            collection: .default, id: id, version: Version(time: UInt64(seconds + 1) << 41, source: author),
            isDeleted: false, body: Array(body), receivedAt: MonotonicTime(nanoseconds: seconds * 1_000_000_000))
        if let refusal = rules.refusesRevision(revision) { return refusal }
        try rules.didStore(revision)
        return nil
    }

    /// Lets the game know who sits where, as the engine does after a commit.
    private func seat(_ players: String...) throws {
        let card = try QuestionCard(text: "Q?", choices: ["A", "B"], correct: [0], limitSeconds: 60)
        var hosted = try HostGame(
            id: game, title: "T", joinCode: "ABC123", createdAt: Timestamp(Date(timeIntervalSince1970: 0)),
            cards: [card], settings: HostSettings(), bootID: "boot")
        for player in players {
            _ = hosted.handle(.seat(try PlayerID(player), name: player, at: MonotonicTime(nanoseconds: 0)))
        }
        access.update(hosted)
    }

    @Test func onePhoneTakesOneSeatThoughItAsksForAllInOneCommit() throws {
        let phone = try #require(connect(1))
        // All are offered before any is stored, so that each of them looks free.
        for player in ["p1", "p2", "p3"] {
            #expect(phone.refusesOffer(.default, DocumentID.player(game, try PlayerID(player)).text) == nil)
        }
        #expect(try join(phone, "p1") == nil)
        #expect(try join(phone, "p2")?.code == 403)
        #expect(try join(phone, "p3")?.code == 403)
        #expect(try join(phone, "p1", name: "Other") == nil)
    }

    @Test func twoPhonesThatAskForTheSameSeatInOneCommitDoNotShareIt() throws {
        let (first, second) = (try #require(connect(1)), try #require(connect(2)))
        #expect(try join(first, "p") == nil)
        #expect(try join(second, "p")?.code == 403)
    }

    @Test func nobodyClaimsTheSeatOfAPhoneWithASecretOfHisOwn() throws {
        let phone = try #require(connect(1))
        #expect(try join(phone, "phone") == nil)
        try seat("phone")
        #expect(connect(2, as: "phone", "made up") == nil)
        #expect(access.connection(of: try PlayerID("phone")) == 1)
        _ = access.leave(1)
        #expect(connect(3, as: "phone", "made up") == nil)
        // The phone comes back as it was.
        let again = try #require(connect(4))
        #expect(try join(again, "phone") == nil)
    }

    @Test func whoHasShownASecretFirstKeepsItWhileHeIsConnected() throws {
        _ = try #require(connect(1, as: "ana", "hers"))
        #expect(connect(2, as: "ana", "guessed") == nil)
        #expect(connect(3, as: "ana", "hers") != nil)
        // Nobody sat down: the name is free again when the last connection is gone.
        #expect(access.leave(1) == nil)
        #expect(access.leave(3) != nil)
        #expect(connect(4, as: "ana", "another") != nil)
    }

    @Test func aSecretIsStoredEvenIfTheFirstCommitFailed() throws {
        let ana = try #require(connect(1, as: "ana", "hers"))
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try database.transaction {
                try join(ana, "ana")
                throw Failure()
            }
        }
        #expect(try join(ana, "ana") == nil)
        #expect(try database.collection(HostCollections.secrets).document("ana") != nil)
    }

    @Test func aPlayerMayChangeItsNameTenTimesAtOnceAndThenNowAndThen() throws {
        let ana = try #require(connect(1, as: "ana"))
        #expect(try join(ana, "ana") == nil)
        try seat("ana")
        for index in 0..<10 { #expect(try join(ana, "ana", name: "Ana \(index)") == nil) }
        #expect(try join(ana, "ana", name: "Ana 10")?.message.contains("too often") == true)
        #expect(try join(ana, "ana", name: "Ana 11", at: 6) == nil)
        #expect(try join(ana, "ana", name: "Ana 12", at: 6)?.code == 403)
    }

    /// The four that a board has are told without using up a name change, at whatever speed.
    @Test func tellingOfButtonsIsNoNameChange() throws {
        let ana = try #require(connect(1, as: "ana"))
        #expect(try join(ana, "ana", name: "ana", buttons: []) == nil)
        try seat("ana")
        for index in 0..<10 { #expect(try join(ana, "ana", name: "Ana \(index)", buttons: []) == nil) }
        for told in [[2], [0, 2], [0, 1, 2], [0, 1, 2, 3]] {
            #expect(try join(ana, "ana", name: "ana", buttons: told) == nil)
        }
        // Nothing new in it, or another name with it: as any other change, of which ten are used up.
        for (name, told) in [("ana", [0, 1, 2, 3]), ("ana", [1]), ("ana", [7, 8, 9]), ("Ana 10", [0, 1, 2, 3])] {
            #expect(try join(ana, "ana", name: name, buttons: told)?.message.contains("too often") == true)
        }
    }

    @Test(arguments: [("192.0.2.1", HostLimits.seatsPerAddress), ("127.0.0.1", 20), ("::1", 20)])
    func oneAddressFillsNoRoom(_ address: String, _ expected: Int) throws {
        var taken = 0
        for index in 0..<20 {
            let id = UInt64(index + 1)
            let rules = try #require(connect(id, from: address, as: "p\(index)"))
            if try join(rules, "p\(index)") == nil { taken += 1 }
            _ = access.leave(id)
        }
        #expect(taken == expected)
        let other = try #require(connect(99, from: "192.0.2.2", as: "other"))
        #expect(try join(other, "other") == nil)
    }

    @Test func whatPeersDoWrongIsToldOfAFewTimesOnly() async throws {
        let host = try HostedGame()
        let phone = try Peer(host, "Phone", secret: nil)
        let ids = try (0..<60).map { DocumentID.player(host.id, try PlayerID("p\($0)")) }
        for id in ids { try phone.save(id, ["hasNoName": true]) }
        for id in ids { #expect(await phone.refusal(of: id)?.code == 403) }
        // The limit gives one back every five seconds.
        #expect((1...40).contains(host.complaints.elements.count))
    }
}
