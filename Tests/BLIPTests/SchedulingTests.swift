import Testing

@testable import BLIP

/// Whose frame is next, and when there is none.
@Suite struct SchedulingTests {
    /// Which messages' frames come in which order.
    private func numbers(_ connection: inout BLIPConnection, _ count: Int = .max) throws -> [UInt64] {
        var numbers: [UInt64] = []
        while numbers.count < count, let frame = try connection.nextFrame() {
            numbers.append(try FrameHeader(of: frame).number)
        }
        return numbers
    }

    private func message(_ bytes: Int, urgent: Bool = false) -> BLIPMessage {
        BLIPMessage(body: .bytes([UInt8](repeating: 1, count: bytes)), isUrgent: urgent, noReply: true)
    }

    @Test func messagesTakeTurns() throws {
        var connection = BLIPConnection()
        for bytes in [40_000, 20_000, 40_000, 10] { connection.send(message(bytes)) }
        #expect(try numbers(&connection) == [1, 2, 3, 4, 1, 2, 3, 1, 3])
        #expect(!connection.hasFrames)
    }

    @Test func anUrgentMessageWaitsForOneFrameAtMost() throws {
        var connection = BLIPConnection()
        for _ in 0..<3 { connection.send(message(50_000)) }
        #expect(try numbers(&connection, 2) == [1, 2])
        connection.send(message(10, urgent: true))
        let frame = try #require(try connection.nextFrame())
        #expect(try FrameHeader(of: frame) == FrameHeader(number: 3, kind: .request, flags: [.urgent, .noReply]))
        #expect(try numbers(&connection, 3) == [4, 1, 2])
    }

    @Test func urgentAndOtherMessagesAlternate() throws {
        var connection = BLIPConnection()
        for _ in 0..<2 { connection.send(message(20_000)) }
        for _ in 0..<2 { connection.send(message(20_000, urgent: true)) }
        // Numbers are given when a message begins: 1 and 3 are the urgent ones. The frames of the others are short as
        // long as an urgent one waits, so that message 2 needs a third.
        #expect(try numbers(&connection) == [1, 2, 3, 4, 1, 2, 3, 4, 2])
    }

    @Test func anUrgentMessageComesFirstAfterALull() throws {
        var connection = BLIPConnection()
        connection.send(message(10, urgent: true))
        _ = try connection.allFrames()
        connection.send(message(10))
        connection.send(message(10, urgent: true))
        let flags = try connection.allFrames().map { try FrameHeader(of: $0).flags }
        #expect(flags == [[.urgent, .noReply], [.noReply]])
    }

    @Test func framesAreShortWhileAnUrgentMessageWaits() throws {
        var connection = BLIPConnection()
        connection.send(message(50_000))
        #expect(try connection.nextFrame()?.count == 16_384)
        connection.send(message(10_000, urgent: true))
        connection.send(message(10_000, urgent: true))
        let sizes = try (0..<3).map { _ in try #require(try connection.nextFrame()?.count) }
        #expect(sizes[0] < 16_384 && sizes[0] > 10_000)
        #expect(sizes[1] == 4_096)
        #expect(sizes[2] == sizes[0])
        #expect(try connection.nextFrame()?.count == 16_384)
    }

    @Test func interleavedMessagesArriveWhole() throws {
        var limits = BLIPLimits()
        limits.frameBytes = 200
        var pair = Pair(limits)
        for index in 0..<10 {
            pair.a.send(
                BLIPMessage(
                    properties: ["n": String(index)], body: .bytes(MadeUpBody.bytes(index * 333)),
                    isUrgent: index % 3 == 0, isCompressed: index % 2 == 0
                )
            )
            pair.b.send(BLIPMessage(body: .bytes(MadeUpBody.bytes(index * 222)), isCompressed: index % 2 == 1))
        }
        try pair.settle()
        #expect(pair.requestsAtB.count == 10)
        for request in pair.requestsAtB {
            let index = try #require(request.properties["n"].flatMap { Int($0) })
            #expect(request.body == MadeUpBody.bytes(index * 333))
        }
        #expect(pair.eventsAtA.count == 10)
    }

    @Test func requestsBeginInTheOrderOfTheirNumbers() throws {
        var connection = BLIPConnection()
        var seen: [UInt64] = []
        for index in 0..<30 {
            connection.send(message(index * 1_700, urgent: index % 4 == 0))
            if index % 3 == 0 { seen += try numbers(&connection, 2) }
        }
        seen += try numbers(&connection)
        var begun: UInt64 = 0
        for number in seen where number > begun {
            #expect(number == begun + 1)
            begun = number
        }
        #expect(begun == 30)
    }

    @Test func aSenderStopsAt128000BytesAndGoesOnWhenTheyAreAcknowledged() throws {
        var connection = BLIPConnection()
        connection.send(message(500_000))
        // 8 × 16,382 bytes of payload and checksum are the first sum that is not below 128,000.
        #expect(try numbers(&connection).count == 8)
        #expect(!connection.hasFrames)
        #expect(connection.queuedBytes == 500_001 - 8 * 16_378)

        // Too little, bytes never sent, a reply, an unknown message: nothing moves.
        for ack: (key: MessageKey, count: UInt64) in [
            (MessageKey(number: 1, isReply: false), 3_056), (MessageKey(number: 1, isReply: false), 131_057),
            (MessageKey(number: 1, isReply: true), 65_528), (MessageKey(number: 9, isReply: false), 65_528),
        ] {
            #expect(try connection.receive(FrameCodec.encodeAck(ack.key, byteCount: ack.count)).isEmpty)
            #expect(!connection.hasFrames)
        }
        _ = try connection.receive([0x01, 0x34, 0xF1, 0x17])  // 3,057 bytes: 127,999 are open
        #expect(connection.hasFrames)
        #expect(try numbers(&connection).count == 1)
        _ = try connection.receive([0x01, 0x34, 0xF8, 0xFF, 0x03])  // 65,528 bytes
        #expect(try numbers(&connection).count == 3)
        _ = try connection.receive([0x01, 0x34, 0xF0, 0xFF, 0x07])  // 131,056 bytes
        #expect(try numbers(&connection, 1).count == 1)
        // An older number does not take anything back.
        _ = try connection.receive([0x01, 0x34, 0xF1, 0x17])
        #expect(try numbers(&connection).count == 3)
    }

    @Test func aFinishedMessageIsForgotten() throws {
        var pair = Pair()
        for _ in 0..<3 { pair.a.send(BLIPMessage(body: .bytes(MadeUpBody.bytes(40_000)))) }
        #expect(pair.a.outbox.unfinishedCount == 0)
        _ = try pair.a.nextFrame()
        #expect(pair.a.outbox.unfinishedCount == 1)
        _ = try pair.a.allFrames()
        #expect(pair.a.outbox.unfinishedCount == 0)
    }

    @Test func aStoppedMessageLetsOthersPass() throws {
        var pair = Pair()
        pair.a.send(message(500_000))
        _ = try pair.a.allFrames()
        pair.a.send(message(10))
        #expect(try numbers(&pair.a) == [2])
    }

    @Test func aLateAcknowledgementIsIgnored() throws {
        var pair = Pair()
        pair.a.send(BLIPMessage(body: .bytes(MadeUpBody.bytes(200_000))))
        try pair.settle()
        #expect(try pair.a.receive([0x01, 0x34, 0xF8, 0xFF, 0x03]).isEmpty)
        #expect(try pair.a.receive([0x63, 0x35, 0x05]).isEmpty)
        #expect(!pair.a.hasFrames)
    }

    @Test func aReceiverAcknowledgesEvery50000Bytes() throws {
        var pair = Pair()
        pair.a.send(BLIPMessage(body: .bytes(MadeUpBody.bytes(300_000))))
        try pair.settle()
        #expect(
            pair.framesFromB == [
                [0x01, 0x34, 0xF8, 0xFF, 0x03], [0x01, 0x34, 0xF0, 0xFF, 0x07], [0x01, 0x34, 0xE8, 0xFF, 0x0B],
                [0x01, 0x34, 0xE0, 0xFF, 0x0F],
            ]
        )
        pair.b.reply(to: 1, BLIPMessage(body: .bytes(MadeUpBody.bytes(70_000))))
        try pair.settle()
        #expect(pair.framesFromA.last == [0x01, 0x35, 0xF8, 0xFF, 0x03])
    }

    @Test func anAcknowledgementGoesBeforeEverythingElse() throws {
        var pair = Pair()
        pair.a.send(BLIPMessage(body: .bytes(MadeUpBody.bytes(80_000))))
        pair.b.send(message(100, urgent: true))
        for frame in try pair.a.allFrames() { _ = try pair.b.receive(frame) }
        #expect(try pair.b.nextFrame() == [0x01, 0x34, 0xF8, 0xFF, 0x03])
    }

    @Test func acknowledgementsThatNobodyReadsDoNotPileUp() throws {
        var limits = BLIPLimits()
        limits.maxPartialMessages = 2
        var frames = HandMadeFrames()
        var connection = BLIPConnection(limits: limits)
        let large = try payload([:], [UInt8](repeating: 0, count: 60_000))
        for number: UInt64 in 1...5 { _ = try connection.receive(frames.frame(number, 0x20, large)) }
        #expect(try connection.allFrames().count == 2)
        // A later number replaces an earlier one of the same message.
        _ = try connection.receive(frames.frame(6, 0x60, large))
        _ = try connection.receive(frames.frame(6, 0x60, large))
        #expect(try connection.allFrames() == [[0x06, 0x34, 0xCA, 0xA9, 0x07]])
    }
}
