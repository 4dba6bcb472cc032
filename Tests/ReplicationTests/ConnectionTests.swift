import BLIP
import Documents
import Testing
import Timing
import WebSocket

@testable import Replication

/// How connections begin, break, end and come back, on real sockets.
@Suite(.timeLimit(.minutes(2))) struct ConnectionTests {
    private func rawServer() throws -> (RawServer, WebSocketLoop) {
        let loop = try WebSocketLoop(name: "server")
        return (try RawServer(loop: loop), loop)
    }

    private static let quickHeartbeat: @Sendable (inout Tuning) -> Void = {
        $0.heartbeat = .milliseconds(100)
        $0.heartbeatTimeout = .milliseconds(100)
    }

    @Test func aBoardThatIsContinuousStaysAndGetsWhatComes() async throws {
        let host = try RealHost()
        let board = try RealBoard()
        try board.start(port: host.port) { $0.isContinuous = true }
        try await board.becomesIdle()
        try host.collection.save("a", ["n": 1])
        try await board.database.until { [board] in try board.text("a") != nil }
        try board.collection.save("b", ["n": 2])
        try await host.database.until { [host] in try host.text("b") != nil }
        board.stop()
        #expect(try await board.end() == nil)
        while true {
            guard case .disconnected(_, let reason) = try await host.events.take() else { continue }
            #expect(reason == nil)
            return
        }
    }

    @Test func aSilentHostIsNoticedAndTriedAgain() async throws {
        let (server, loop) = try rawServer()
        defer { loop.stop() }
        let board = try RealBoard()
        try board.start(port: server.port) {
            $0.isContinuous = true
            Self.quickHeartbeat(&$0.tuning)
        }
        let peer = try await server.peers.take()
        peer.connection?.pauseReceiving()
        let error = try await board.goesOffline()
        #expect(error.code == .unreachable && error.isTransient)
        #expect(error.message.contains("does not answer"))
        _ = try await server.peers.take()
    }

    @Test func aSilentBoardIsNoticed() async throws {
        let host = try RealHost { Self.quickHeartbeat(&$0.tuning) }
        let peer = try await host.greeted()
        peer.connection?.pauseReceiving()
        while true {
            guard case .disconnected(_, let reason) = try await host.events.take() else { continue }
            #expect(reason == "no answer any more")
            break
        }
        #expect(host.listener.connectedPeers.isEmpty)
    }

    @Test func aHeartbeatThatIsAnsweredKeepsTheConnection() async throws {
        // With time for an answer on a busy machine.
        let patient: @Sendable (inout Tuning) -> Void = {
            $0.heartbeat = .milliseconds(100)
            $0.heartbeatTimeout = .seconds(1)
        }
        let host = try RealHost { patient(&$0.tuning) }
        let board = try RealBoard()
        try board.start(port: host.port) {
            $0.isContinuous = true
            patient(&$0.tuning)
        }
        try await board.becomesIdle()
        // Far longer than the heartbeat, told by another connection's silence being noticed several times.
        for _ in 0..<3 {
            let silent = try await host.greeted()
            silent.connection?.pauseReceiving()
            _ = try await host.events.take { if case .disconnected = $0 { true } else { false } }
        }
        #expect(!board.statuses.waiting.contains { if case .offline = $0 { true } else { false } })
        withExtendedLifetime((host, board)) { #expect(host.listener.connectedPeers.count == 1) }
    }

    @Test func aBrokenConnectionIsTriedAgainAndAgain() async throws {
        let (server, loop) = try rawServer()
        defer { loop.stop() }
        let board = try RealBoard()
        try board.start(port: server.port) { $0.isContinuous = true }
        var waits: [Duration] = []
        for _ in 0..<5 {
            let peer = try await server.peers.take()
            peer.drop()
            while true {
                guard case .offline(let error, let wait) = try await board.statuses.take() else { continue }
                #expect(error.isTransient && error.code == .unreachable)
                waits.append(wait)
                break
            }
        }
        // A connection that comes to nothing does not count as one.
        #expect(waits == waits.sorted())
        #expect(waits[4] > waits[0])
    }

    @Test func aOneShotReplicationGivesUpAfterItsAttempts() async throws {
        let (server, loop) = try rawServer()
        server.close()
        loop.stop()
        let board = try RealBoard()
        try board.start(port: server.port) {
            $0.backoff = Backoff(first: .milliseconds(1), longest: .milliseconds(5), maxAttempts: 3)
        }
        let error = try #require(try await board.end())
        #expect(error.code == .unreachable)
    }

    @Test(
        arguments: [
            (4001, true), (1000, true), (1001, true), (4002, false), (1002, false), (1008, false), (1011, false),
        ] as [(UInt16, Bool)])
    func theCodeOfACloseSaysWhetherToComeBack(code: UInt16, comesBack: Bool) async throws {
        let (server, loop) = try rawServer()
        defer { loop.stop() }
        let board = try RealBoard()
        try board.start(port: server.port) { $0.isContinuous = true }
        let peer = try await server.peers.take()
        _ = try await peer.next("getCollections")
        peer.close(code, "for a reason")
        if comesBack {
            #expect(try await board.goesOffline().message.contains("\(code)"))
            _ = try await server.peers.take()
        } else {
            let error = try #require(try await board.end())
            #expect(error.message.contains("\(code), for a reason"))
        }
    }

    @Test func aHostThatStopsSays4001() async throws {
        let host = try RealHost()
        let peer = try await host.greeted()
        host.listener.stop()
        #expect(try await peer.end() == .closed(code: 4001, reason: "the host is going away"))
    }

    @Test func aHostWithALoopOfItsOwnSays4001Too() async throws {
        let directory = try RealBoard()
        var configuration = Listener.Configuration(database: directory.database, databaseName: "db", port: 0)
        configuration.address = "127.0.0.1"
        let listener = try Listener(configuration)
        let port = try listener.start()
        let loop = try WebSocketLoop(name: "client")
        defer { loop.stop() }
        let peer = try await RawPeer(port: port, loop: loop)
        try await peer.greet()
        listener.stop()
        #expect(try await peer.end() == .closed(code: 4001, reason: "the host is going away"))
    }

    @Test func aBoardComesBackToAHostThatWasRestarted() async throws {
        let host = try RealHost()
        let board = try RealBoard()
        try board.start(port: host.port) { $0.isContinuous = true }
        try await board.becomesIdle()
        host.listener.stop()
        let error = try await board.goesOffline()
        #expect(error.isTransient)
        try board.collection.save("meanwhile", ["n": 1])
        var configuration = Listener.Configuration(database: host.database, databaseName: "db", port: host.port)
        configuration.address = "127.0.0.1"
        let again = try Listener(configuration)
        try again.start()
        defer { again.stop() }
        try await host.database.until { [host] in try host.text("meanwhile") != nil }
    }

    @Test func onePeerTooManyIsTurnedAwayWithAWord() async throws {
        let host = try RealHost { $0.maxPeers = 2 }
        let seated = [try await host.greeted("1"), try await host.greeted("2")]
        do {
            _ = try await host.connect()
            Issue.record("a third peer was let in")
        } catch let ended as RawPeer.Ended {
            guard case .refused(503, let text) = ended.close else {
                Issue.record("\(ended.close)")
                return
            }
            #expect(text.contains("full"))
        }
        // A board keeps trying, and gets the next free seat.
        let board = try RealBoard()
        try board.start(port: host.port) { $0.isContinuous = true }
        let error = try await board.goesOffline()
        #expect(error.code == .refused && error.isTransient && error.message.contains("full"))
        seated[0].close()
        try await board.becomesIdle()
    }

    @Test func aWrongPathIsRefusedForGood() async throws {
        let host = try RealHost { $0.databaseName = "other" }
        let board = try RealBoard()
        try board.start(port: host.port) { $0.isContinuous = true }
        let error = try #require(try await board.end())
        #expect(error.code == .refused && error.message.contains("404"))
    }

    @Test func credentialsAreAskedForBeforeAnythingElse() async throws {
        let host = try RealHost {
            $0.admit = { request in
                guard let sent = request.authorization, sent.user == "board", sent.password == "s3cret" else {
                    return .refuse(status: 401, message: "who are you?")
                }
                return .accept(name: sent.user) { _ in PeerAccess() }
            }
        }
        let stranger = try RealBoard()
        try stranger.start(port: host.port) { $0.isContinuous = true }
        let error = try #require(try await stranger.end())
        #expect(error.code == .unauthorized && !error.isTransient)

        let board = try RealBoard()
        try board.collection.save("a", ["n": 1])
        try board.start(port: host.port) { $0.credentials = ("board", "s3cret") }
        #expect(try await board.end() == nil)
        guard case .connected(let peer) = try await host.events.take() else {
            Issue.record("the stranger came in")
            return
        }
        #expect(peer.name == "board" && peer.isNamed)
        #expect(try host.text("a") != nil)
    }

    @Test(arguments: [false, true]) func aHostCanSendAPeerAway(isPermanent: Bool) async throws {
        let host = try RealHost()
        let peer = try await host.greeted()
        guard case .connected(let id) = try await host.events.take() else {
            Issue.record("nobody came")
            return
        }
        host.listener.disconnect(id.id, reason: "the seat is taken", isPermanent: isPermanent)
        #expect(try await peer.end() == .closed(code: isPermanent ? 4002 : 4001, reason: "the seat is taken"))
    }

    @Test func aPeerThatDoesNotReadDelaysNobodyElse() async throws {
        // It answers no ping either, and is not to be shown out for that while the other one works.
        let host = try RealHost { $0.tuning.heartbeat = .seconds(600) }
        let text = String(repeating: "0123456789abcdef", count: 16_000)
        try host.database.transaction {
            for index in 0..<60 { try host.collection.save("\(index)", ["text": .string(text)]) }
        }
        // It asks for 15 MB and reads nothing of them.
        let slow = try await host.greeted("slow")
        _ = try await slow.ask(["Profile": "subChanges", "collection": "0", "versioning": "version-vectors"])
        let list = try await slow.next("changes")
        _ = try await slow.next("changes")
        slow.connection?.pauseReceiving()
        let wants = [JSON](repeating: [], count: 60)
        slow.reply(to: list, ["blobs": "true"], JSON.array(wants).bytes)

        let board = try RealBoard()
        try board.start(port: host.port)
        #expect(try await board.end() == nil)
        #expect(try board.collection.count == 60)
        // The slow one gets the rest when it reads again.
        slow.connection?.resumeReceiving()
        for _ in 0..<60 {
            let revision = try await slow.next("rev")
            #expect(revision.body.count > 250_000)
            slow.reply(to: revision)
        }
    }

    @Test func aPeerThatAsksAndAsksAndDoesNotReadIsShownOut() async throws {
        let host = try RealHost { $0.tuning.maxQueuedBytes = 4 << 20 }
        let text = String(repeating: "x", count: 3_000_000)
        for index in 0..<5 { try host.collection.save("\(index)", ["text": .string(text)]) }
        let peer = try await host.greeted()
        _ = try await peer.ask(["Profile": "subChanges", "collection": "0", "versioning": "version-vectors"])
        let list = try await peer.next("changes")
        _ = try await peer.next("changes")
        peer.connection?.pauseReceiving()
        // One document is within the window whatever its size; a flood of checkpoints is not.
        peer.reply(to: list, ["blobs": "true"], Array("[[]]".utf8))
        let body = Array("{\"x\":\"\(String(repeating: "x", count: 60_000))\"}".utf8)
        _ = peer.send(["Profile": "setCheckpoint", "collection": "0", "client": "c", "rev": ""], body)
        for _ in 0..<200 { _ = peer.send(["Profile": "getCheckpoint", "collection": "0", "client": "c"]) }
        _ = try await host.events.take { if case .disconnected = $0 { true } else { false } }
        #expect(host.listener.connectedPeers.isEmpty)
    }

    @Test func aRoomFullOfBoardsEndsEqual() async throws {
        let count = 20
        let host = try RealHost()
        let loop = try WebSocketLoop(name: "boards")
        defer { loop.stop() }
        let boards = try (0..<count).map { _ in try RealBoard() }
        for board in boards {
            try board.start(port: host.port, loop: loop) { $0.isContinuous = true }
        }
        for (index, board) in boards.enumerated() {
            try board.collection.save("board-\(index)", ["n": .integer(Int64(index))])
        }
        for board in boards {
            try await board.database.until { [board] in try board.collection.count == count }
        }
        #expect(try host.collection.count == count)
        // Boards that are not used any more would be gone by now, and so would their connections.
        withExtendedLifetime((host, boards)) { #expect(host.listener.connectedPeers.count == count) }
    }
}
