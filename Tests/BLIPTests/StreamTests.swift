import Testing

@testable import BLIP

/// Bodies that are never in memory as a whole.
@Suite struct StreamTests {
    @Test(arguments: [0, 1, 16_377, 16_378, 16_379, 70_000, 300_000], [false, true])
    func aStreamedBodyArrivesWhole(_ count: Int, _ isCompressed: Bool) throws {
        var pair = Pair()
        pair.a.send(
            BLIPMessage(
                properties: ["Profile": "rev"], body: .stream(MadeUpBody(count: count)), isCompressed: isCompressed
            )
        )
        try pair.settle()
        #expect(pair.requestsAtB.map(\.body) == [MadeUpBody.bytes(count)])
        // No empty frame tells that the body has ended.
        let last = try #require(try pair.framesFromA.last { try FrameHeader(of: $0).kind == .request })
        #expect(last.count > 2 + 4)
    }

    @Test(arguments: [65_534, 65_535, 65_536, 131_071])
    func aStreamThatCompressesWellEndsWithoutAnEmptyFrame(_ count: Int) throws {
        // With one byte for the properties: multiples of the 64 KiB that a compressed frame takes at most, and neighbours.
        var pair = Pair()
        pair.a.send(BLIPMessage(body: .stream(ConstantBody(count: count)), isCompressed: true))
        try pair.settle()
        #expect(pair.requestsAtB.map(\.body.count) == [count])
        #expect(pair.framesFromA.count == (count + 65_536) / 65_536)
    }

    @Test func fiftyMegabytesPassWithoutBeingHeld() throws {
        let count = 50_000_000
        var a = BLIPConnection()
        var b = BLIPConnection()
        let id = a.send(BLIPMessage(properties: ["Profile": "getAttachment"]), streamReply: true)
        for frame in try a.allFrames() { _ = try b.receive(frame) }
        let source = RepeatedBody(count: count)
        b.reply(to: 1, BLIPMessage(properties: ["kind": "blob"], body: .stream(source)))

        var received = 0
        var checksum = CRC32()
        var properties: [BLIPProperties] = []
        var isComplete = false
        var mostQueued = 0
        var mostIncoming = 0
        var longestBurst = 0
        while !isComplete {
            let burst = try b.allFrames()
            longestBurst = max(longestBurst, burst.count)
            mostQueued = max(mostQueued, b.queuedBytes)
            try #require(!burst.isEmpty)
            for frame in burst {
                for event in try a.receive(frame) {
                    guard case .replyPart(id, properties: let head, bytes: let bytes, isLast: let isLast) = event else {
                        Issue.record("unexpected \(event)")
                        return
                    }
                    if let head { properties.append(head) }
                    received += bytes.count
                    checksum.add(bytes)
                    isComplete = isLast
                }
                mostIncoming = max(mostIncoming, a.incomingBytes)
            }
            for frame in try a.allFrames() { _ = try b.receive(frame) }
        }
        #expect(received == count)
        #expect(checksum == RepeatedBody.checksum(count: count))
        #expect(properties == [["kind": "blob"]])
        #expect(mostQueued <= 2 * 16_384)
        #expect(mostIncoming == 0)
        #expect(longestBurst <= 9)
        #expect(source.largestRequest <= 16_385)
        #expect(a.openRequests == 0)
    }

    @Test func theFirstPartHasThePropertiesAndTheLastSaysSo() throws {
        var limits = BLIPLimits()
        limits.frameBytes = 100
        var pair = Pair(limits)
        let id = pair.a.send(BLIPMessage(), streamReply: true)
        try pair.settle()
        let properties: BLIPProperties = ["x": String(repeating: "y", count: 150)]
        pair.b.reply(to: 1, BLIPMessage(properties: properties, body: .bytes(MadeUpBody.bytes(500))))
        try pair.settle()
        var bytes: [UInt8] = []
        for (index, event) in pair.eventsAtA.enumerated() {
            guard case .replyPart(id, properties: let head, bytes: let part, isLast: let isLast) = event else {
                Issue.record("unexpected \(event)")
                continue
            }
            #expect(head == (index == 0 ? properties : nil))
            #expect(isLast == (index == pair.eventsAtA.count - 1))
            bytes += part
        }
        #expect(bytes == MadeUpBody.bytes(500))
        #expect(pair.eventsAtA.count > 3)
    }

    @Test func anEmptyStreamedReplyIsOnePart() throws {
        var pair = Pair()
        let id = pair.a.send(BLIPMessage(), streamReply: true)
        try pair.settle()
        pair.b.reply(to: 1, BLIPMessage())
        try pair.settle()
        #expect(pair.eventsAtA == [.replyPart(id, properties: [:], bytes: [], isLast: true)])
    }

    @Test func anErrorToAStreamedRequestIsAReply() throws {
        var pair = Pair()
        let id = pair.a.send(BLIPMessage(), streamReply: true)
        try pair.settle()
        pair.b.replyError(to: 1, domain: "HTTP", code: 404, message: "no such blob")
        try pair.settle()
        #expect(pair.repliesAtA.first?.id == id)
        #expect(pair.repliesAtA.first?.reply.error?.code == 404)
        #expect(pair.eventsAtA.count == 1)
    }

    @Test(arguments: [false, true])
    func aReplyWhoseSourceFailsAtOnceBecomesAnError(_ isCompressed: Bool) throws {
        var pair = Pair()
        pair.a.send(BLIPMessage(), streamReply: true)
        try pair.settle()
        let source = MadeUpBody(count: 100, failsAt: 0)
        pair.b.reply(to: 1, BLIPMessage(body: .stream(source), isCompressed: isCompressed))
        try pair.settle()
        #expect(
            pair.repliesAtA.first?.reply.error
                == BLIPRemoteError(domain: "BLIP", code: 501, message: "the reply could not be read")
        )
        // The connection goes on.
        pair.a.send(BLIPMessage(properties: ["Profile": "next"]))
        try pair.settle()
        #expect(pair.requestsAtB.last?.profile == "next")
    }

    @Test func aReplyWhoseSourceFailsLaterEndsTheConnection() throws {
        var pair = Pair()
        pair.a.send(BLIPMessage())
        try pair.settle()
        pair.b.reply(to: 1, BLIPMessage(body: .stream(MadeUpBody(count: 100_000, failsAt: 30_000))))
        _ = try pair.b.nextFrame()
        do {
            _ = try pair.b.allFrames()
            Issue.record("the failure was lost")
        } catch let error as BLIPError {
            #expect(error.code == .bodyFailed)
        }
        #expect(throws: BLIPError.self) { try pair.b.receive([0x01, 0x00]) }
    }

    @Test func aRequestWhoseSourceFailsEndsTheConnection() {
        var connection = BLIPConnection()
        connection.send(BLIPMessage(body: .stream(MadeUpBody(count: 100, failsAt: 0))))
        #expect(throws: BLIPError.self) { try connection.nextFrame() }
    }

    /// Zeros.
    private final class ConstantBody: BLIPBodySource {
        private var left: Int

        init(count: Int) {
            left = count
        }

        func next(maxBytes: Int) -> [UInt8] {
            let length = min(maxBytes, left)
            left -= length
            return [UInt8](repeating: 0, count: length)
        }
    }

    /// A large body that costs a test build little time: one piece of 64 KiB over and over.
    private final class RepeatedBody: BLIPBodySource {
        private static let piece = MadeUpBody.bytes(65_536)
        private var position = 0
        private let count: Int
        private(set) var largestRequest = 0

        init(count: Int) {
            self.count = count
        }

        func next(maxBytes: Int) -> [UInt8] {
            largestRequest = max(largestRequest, maxBytes)
            let start = position % Self.piece.count
            let length = min(maxBytes, count - position, Self.piece.count - start)
            position += length
            return Array(Self.piece[start..<start + length])
        }

        static func checksum(count: Int) -> CRC32 {
            var checksum = CRC32()
            for _ in 0..<count / piece.count { checksum.add(piece) }
            checksum.add(Array(piece.prefix(count % piece.count)))
            return checksum
        }
    }
}
