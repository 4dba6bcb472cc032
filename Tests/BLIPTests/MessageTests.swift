import Testing

@testable import BLIP

/// Whole messages from one connection to another.
@Suite struct MessageTests {
    @Test(
        arguments: [64, 65, 70, 100, 127, 255, 1_000, 4_096, 16_384, 100_000], [false, true]
    )
    func messagesSurviveEveryFrameSize(_ frameBytes: Int, _ isCompressed: Bool) throws {
        var limits = BLIPLimits()
        limits.frameBytes = frameBytes
        var pair = Pair(limits)
        let properties: BLIPProperties = ["Profile": "rev", "id": String(repeating: "i", count: 150)]
        let bodies = [0, 1, 40, 1_000, 20_000].map(MadeUpBody.bytes) + [[UInt8](repeating: 1, count: 20_000)]
        for body in bodies {
            pair.a.send(BLIPMessage(properties: properties, body: .bytes(body), isCompressed: isCompressed))
            try pair.settle()
        }
        #expect(pair.requestsAtB.map(\.body) == bodies)
        #expect(pair.requestsAtB.allSatisfy { $0.properties == properties && $0.isCompressed == isCompressed })
        #expect(pair.framesFromA.allSatisfy { $0.count <= frameBytes })
        for request in pair.requestsAtB {
            pair.b.reply(
                to: request.number,
                BLIPMessage(properties: ["n": "1"], body: .bytes(request.body), isCompressed: isCompressed)
            )
        }
        try pair.settle()
        // Shorter replies overtake longer ones.
        #expect(Set(pair.repliesAtA.map(\.reply.body)) == Set(bodies))
        #expect(pair.repliesAtA.count == bodies.count)
        #expect(pair.repliesAtA.allSatisfy { $0.reply.properties == ["n": "1"] && $0.reply.error == nil })
        #expect(pair.a.openRequests == 0)
        #expect(pair.a.queuedBytes == 0 && pair.b.queuedBytes == 0)
        #expect(pair.a.incomingBytes == 0 && pair.b.incomingBytes == 0)
    }

    @Test func propertiesMayEndInAnyFrame() throws {
        let whole = try payload(["Profile": "rev", "id": String(repeating: "x", count: 200)], [1, 2, 3])
        for split in 0..<whole.count {
            var frames = HandMadeFrames()
            var connection = BLIPConnection()
            #expect(try connection.receive(frames.frame(1, 0x60, Array(whole[..<split]))).isEmpty)
            let events = try connection.receive(frames.frame(1, 0x20, Array(whole[split...])))
            guard case .request(let request)? = events.first else {
                Issue.record("no request when split at \(split)")
                continue
            }
            #expect(request.body == [1, 2, 3])
            #expect(request.profile == "rev")
        }
    }

    @Test func framesOfOneByteAreEnough() throws {
        var frames = HandMadeFrames()
        var connection = BLIPConnection()
        let whole = try payload(["Profile": "a"], [1, 2, 3])
        for byte in whole.dropLast() {
            #expect(try connection.receive(frames.frame(1, 0x40, [byte])).isEmpty)
        }
        #expect(connection.incomingBytes == 2)
        #expect(try connection.receive(frames.frame(1, 0x00, [3])).count == 1)
        #expect(connection.incomingBytes == 0)
    }

    @Test func compressedAndPlainMessagesMayAlternate() throws {
        var pair = Pair()
        for index in 0..<20 {
            pair.a.send(
                BLIPMessage(
                    properties: ["Profile": "rev", "sequence": String(index)], body: .bytes(MadeUpBody.bytes(300)),
                    isCompressed: index % 3 != 0
                )
            )
        }
        try pair.settle()
        #expect(pair.requestsAtB.map { $0.properties["sequence"] } == (0..<20).map { String($0) })
        #expect(pair.requestsAtB.allSatisfy { $0.body == MadeUpBody.bytes(300) })
        // The same body again costs next to nothing: the history lasts.
        #expect(pair.framesFromA[2].count < 60)
    }

    @Test func levelZeroNeverCompresses() throws {
        var limits = BLIPLimits()
        limits.compressionLevel = 0
        var pair = Pair(limits)
        pair.a.send(BLIPMessage(body: .bytes([UInt8](repeating: 0, count: 500)), isCompressed: true))
        try pair.settle()
        #expect(pair.framesFromA[0].count > 500)
        #expect(pair.requestsAtB.first?.isCompressed == false)
    }

    @Test func compressionSettingsThatZlibRefusesEndTheConnection() {
        var limits = BLIPLimits()
        limits.compressionLevel = 10
        var connection = BLIPConnection(limits: limits)
        connection.send(BLIPMessage(isCompressed: true))
        #expect(throws: BLIPError.self) { try connection.nextFrame() }
    }

    @Test func repliesMayComeInAnyOrder() throws {
        var pair = Pair()
        let ids = (0..<3).map { pair.a.send(BLIPMessage(properties: ["Profile": "p", "n": String($0)])) }
        #expect(Set(ids).count == 3)
        #expect(pair.a.openRequests == 3)
        try pair.settle()
        for number: UInt64 in [3, 1, 2] {
            pair.b.reply(to: number, BLIPMessage(properties: ["n": String(number - 1)]))
        }
        try pair.settle()
        #expect(pair.repliesAtA.map(\.id) == [ids[2], ids[0], ids[1]])
        #expect(pair.repliesAtA.map { $0.reply.properties["n"] } == ["2", "0", "1"])
        #expect(pair.a.openRequests == 0)
    }

    @Test func anErrorReplyCarriesDomainCodeAndText() throws {
        var pair = Pair()
        let id = pair.a.send(BLIPMessage(properties: ["Profile": "p"], isUrgent: true))
        try pair.settle()
        pair.b.replyError(to: 1, domain: "BLIP", code: 404, message: "no handler for message")
        try pair.settle()
        let (replyID, reply) = try #require(pair.repliesAtA.first)
        #expect(replyID == id)
        #expect(reply.error == BLIPRemoteError(domain: "BLIP", code: 404, message: "no handler for message"))
        #expect(reply.error?.description == "BLIP/404 no handler for message")
        // As urgent as the request.
        #expect(pair.framesFromB[0][1] == 0x12)
    }

    @Test func anErrorReplyThatNamesNothingIsUnspecified() throws {
        var connection = BLIPConnection()
        connection.send(BLIPMessage())
        _ = try connection.allFrames()
        var frames = HandMadeFrames()
        let events = try connection.receive(frames.frame(1, 0x02, payload(["Error-Code": "many"])))
        guard case .reply(_, let reply)? = events.first else {
            Issue.record("no reply")
            return
        }
        #expect(reply.error == BLIPRemoteError(domain: "BLIP", code: 599, message: ""))
    }

    @Test func aRequestIsAnsweredOnce() throws {
        var pair = Pair()
        pair.a.send(BLIPMessage())
        try pair.settle()
        pair.b.reply(to: 1, BLIPMessage(properties: ["first": "1"]))
        pair.b.reply(to: 1, BLIPMessage())
        pair.b.replyError(to: 1, domain: "HTTP", code: 500, message: "")
        try pair.settle()
        pair.b.reply(to: 1, BLIPMessage())
        pair.b.reply(to: 2, BLIPMessage())
        pair.b.replyError(to: 7, domain: "HTTP", code: 500, message: "")
        #expect(!pair.b.hasFrames)
        try pair.settle()
        #expect(pair.framesFromB.count == 1)
        #expect(pair.repliesAtA.map(\.reply.properties) == [["first": "1"]])
    }

    @Test func aRequestWithoutReplyGetsNone() throws {
        var pair = Pair()
        pair.a.send(BLIPMessage(properties: ["Profile": "changes"], isUrgent: true, noReply: true))
        #expect(pair.a.openRequests == 0)
        try pair.settle()
        #expect(pair.framesFromA[0][1] == 0x30)
        #expect(pair.requestsAtB.first?.noReply == true)
        #expect(pair.requestsAtB.first?.isUrgent == true)
        pair.b.reply(to: 1, BLIPMessage())
        pair.b.replyError(to: 1, domain: "BLIP", code: 404, message: "")
        #expect(!pair.b.hasFrames)
    }

    @Test func bothSidesCountTheirOwnRequests() throws {
        var pair = Pair()
        pair.a.send(BLIPMessage(properties: ["from": "a"]))
        pair.b.send(BLIPMessage(properties: ["from": "b"]))
        try pair.settle()
        pair.a.reply(to: 1, BLIPMessage(properties: ["by": "a"]))
        pair.b.reply(to: 1, BLIPMessage(properties: ["by": "b"]))
        try pair.settle()
        #expect(pair.repliesAtA.map(\.reply.properties) == [["by": "b"]])
        #expect(pair.eventsAtB.count == 2)
    }

    @Test func aReplyMayComeBeforeTheRequestIsWritten() throws {
        var limits = BLIPLimits()
        limits.frameBytes = 100
        var connection = BLIPConnection(limits: limits)
        connection.send(BLIPMessage(body: .bytes(MadeUpBody.bytes(500))))
        _ = try connection.nextFrame()
        var frames = HandMadeFrames()
        let events = try connection.receive(frames.frame(1, 0x02, payload(["Error-Domain": "HTTP"])))
        #expect(events.count == 1)
        #expect(connection.openRequests == 0)
        // The peer waits for the rest all the same.
        #expect(try connection.allFrames().count == 5)
    }

    @Test func aRequestThatCannotBeEncodedEndsTheConnection() throws {
        var connection = BLIPConnection()
        connection.send(BLIPMessage(properties: ["id": "a\0b"]))
        #expect(throws: BLIPError.self) { try connection.nextFrame() }
        #expect(!connection.hasFrames)
    }

    @Test func aReplyThatCannotBeEncodedBecomesAnError() throws {
        var pair = Pair()
        pair.a.send(BLIPMessage())
        try pair.settle()
        pair.b.reply(to: 1, BLIPMessage(properties: ["id": "a\0b"]))
        try pair.settle()
        #expect(pair.repliesAtA.first?.reply.error?.code == 501)
    }
}
