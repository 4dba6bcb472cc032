import BLIP
import Documents
import Synchronization
import Testing
import Timing
import WebSocket

@testable import Replication

/// Peers that tell each other their time, over real sockets of this machine: both have the same clock.
@Suite(.timeLimit(.minutes(2))) struct ClockTests {
    let loop: WebSocketLoop
    let server: RawServer
    let board: RealBoard

    init() throws {
        loop = try WebSocketLoop(name: "server")
        server = try RawServer(loop: loop)
        board = try RealBoard()
    }

    /// Starts a board that exchanges times and answers its greeting.
    private func welcome(tellsTime: Bool = true) async throws -> RawPeer {
        try board.start(port: server.port) {
            $0.pulls = false
            $0.isContinuous = true
            $0.clockEpoch = { "board's" }
        }
        let peer = try await server.peers.take()
        let greeting = try await peer.next("getCollections")
        #expect(greeting.properties["pulsadorClock"] == "board's")
        peer.reply(
            to: greeting,
            tellsTime ? ["pulsadorClock": "host's", "directRevisions": "true"] : ["directRevisions": "true"],
            Array(#"[{"rev":"1-cc"}]"#.utf8))
        return peer
    }

    private func next(_ peer: RawPeer) async throws -> BLIPIncomingRequest {
        while true {
            let request = try await peer.requests.take()
            guard request.profile == "setCheckpoint" else { return request }
            peer.reply(to: request, ["rev": "1-cc"])
        }
    }

    @Test func aBoardLearnsWhenItsHostHeardItAndAnswered() async throws {
        let host = try RealHost { $0.clockEpoch = { "host's" } }
        try board.start(port: host.port) {
            $0.isContinuous = true
            $0.clockEpoch = { "board's" }
        }
        #expect(try await board.clockEvents.take() == .ready(epoch: "host's"))
        for _ in 0..<3 {
            let before = MonotonicTime.now()
            board.askClock()
            guard case .asked(let moment) = try await board.clockEvents.take(),
                case .answered(let exchange) = try await board.clockEvents.take()
            else {
                Issue.record("no answer")
                return
            }
            #expect(before <= moment && moment <= exchange.asked)
            #expect(exchange.asked <= exchange.received)
            #expect(exchange.received <= exchange.answered)
            #expect(exchange.answered <= exchange.heard)
            #expect(exchange.heard <= .now())
            #expect(exchange.epoch == "host's")
            #expect(exchange.roundTrip == exchange.asked.duration(to: exchange.heard))
        }
    }

    @Test func aHostLearnsTheTimeOfItsBoards() async throws {
        let events = Mailbox<ClockEvent>()
        let asked = Mailbox<UInt64>()
        let host = try RealHost {
            $0.clockEpoch = { "host's" }
            $0.onClock = { peer, event in
                events.put(event)
                if event == .ready(epoch: "board's") { asked.put(peer.id) }
            }
        }
        try board.start(port: host.port) {
            $0.isContinuous = true
            $0.clockEpoch = { "board's" }
        }
        host.listener.askClock(try await asked.take())
        let event = try await events.take { if case .answered = $0 { true } else { false } }
        guard case .answered(let exchange) = event else { return }
        #expect(exchange.epoch == "board's")
        #expect(exchange.asked <= exchange.received && exchange.answered <= exchange.heard)
    }

    @Test func aPeerThatDoesNotSayThatItTellsTheTimeIsNotAsked() async throws {
        let peer = try await welcome(tellsTime: false)
        board.askClock()
        try board.collection.save("a", ["n": 1])
        #expect(try await next(peer).profile == "rev")
        #expect(board.clockEvents.waiting.isEmpty)
    }

    @Test func aPeerThatRefusesIsNotAskedAgain() async throws {
        let peer = try await welcome()
        #expect(try await board.clockEvents.take() == .ready(epoch: "host's"))
        board.askClock()
        let question = try await next(peer)
        #expect(question.profile == "pulsadorClock" && question.isUrgent)
        #expect(try JSON(parsing: question.body)["t0"]?.integer ?? 0 > 0)
        peer.refuse(question, .blip(404, "no handler for message"))
        _ = try await board.clockEvents.take()
        #expect(try await board.clockEvents.take() == .failed)
        board.askClock()
        try board.collection.save("a", ["n": 1])
        #expect(try await next(peer).profile == "rev")
    }

    @Test func oneQuestionIsOpenAtATime() async throws {
        let peer = try await welcome()
        #expect(try await board.clockEvents.take() == .ready(epoch: "host's"))
        for _ in 0..<3 { board.askClock() }
        let question = try await next(peer)
        #expect(question.profile == "pulsadorClock")
        try board.collection.save("a", ["n": 1])
        #expect(try await next(peer).profile == "rev")
        peer.reply(to: question, ["epoch": "e"], Array(#"{"t1":5,"t2":6}"#.utf8))
        _ = try await board.clockEvents.take()
        guard case .answered(let exchange) = try await board.clockEvents.take() else {
            Issue.record("no answer")
            return
        }
        #expect(exchange.received.nanoseconds == 5 && exchange.answered.nanoseconds == 6)
        board.askClock()
        #expect(try await next(peer).profile == "pulsadorClock")
    }

    @Test(
        arguments: [
            "", "{}", "[]", #"{"t1":5}"#, #"{"t1":"5","t2":6}"#, #"{"t1":-1,"t2":6}"#, #"{"t1":7,"t2":6}"#,
            #"{"t1":5,"t2":9223372036854775807}"#, #"{"t1":5.5,"t2":6}"#,
            #"{"t1":5,"t2":6,"x":"# + "\"" + String(repeating: "x", count: 300) + "\"}",
        ]
    ) func anAnswerWithoutTimesIsNone(body: String) async throws {
        let peer = try await welcome()
        #expect(try await board.clockEvents.take() == .ready(epoch: "host's"))
        board.askClock()
        peer.reply(to: try await next(peer), ["epoch": "e"], Array(body.utf8))
        _ = try await board.clockEvents.take()
        #expect(try await board.clockEvents.take() == .failed)
        board.askClock()
        let again = try await next(peer)
        #expect(again.profile == "pulsadorClock", "it may do better next time")
        peer.reply(to: again, [:], Array(#"{"t1":5,"t2":6}"#.utf8))
        _ = try await board.clockEvents.take()
        #expect(try await board.clockEvents.take() == .failed, "times without an epoch are of no use")
    }

    @Test func whoExchangesNoTimesKnowsNoSuchMessage() async throws {
        let host = try RealHost()
        let peer = try await host.connect()
        let body = #"{"checkpoint_ids":["cp-1"],"collections":["_default"]}"#
        let reply = try await peer.ask(["Profile": "getCollections", "pulsadorClock": "e"], Array(body.utf8))
        #expect(reply.properties["pulsadorClock"] == nil)
        let refusal = try await peer.ask(["Profile": "pulsadorClock"], Array(#"{"t0":1}"#.utf8))
        #expect(refusal.error?.code == 404)
    }

    @Test func aPeerThatDidNotGreetIsToldNothing() async throws {
        let host = try RealHost { $0.clockEpoch = { "host's" } }
        let peer = try await host.connect()
        #expect(try await peer.ask(["Profile": "pulsadorClock"], [] as [UInt8]).error?.code == 400)
    }
}
