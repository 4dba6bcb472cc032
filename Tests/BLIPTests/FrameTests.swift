import TestSupport
import Testing

@testable import BLIP

/// Headers, checksum and compression of single frames.
@Suite struct FrameTests {
    @Test(
        arguments: [FrameKind.request, .reply, .error, .requestAck, .replyAck], [0x00, 0x08, 0x10, 0x20, 0x40, 0x78])
    func aHeaderSurvives(_ kind: FrameKind, _ flags: UInt8) throws {
        for number: UInt64 in [1, 127, 128, 1 << 40, .max] {
            let header = FrameHeader(number: number, kind: kind, flags: FrameFlags(rawValue: flags))
            var bytes: [UInt8] = []
            header.append(to: &bytes)
            #expect(bytes.count == header.byteCount)
            var index = 0
            #expect(try FrameHeader.read(bytes, at: &index) == header)
            #expect(index == bytes.count)
        }
    }

    @Test(
        arguments: [
            [], [0x01], [0x80], [0x00, 0x00], [0x01, 0x03], [0x01, 0x06], [0x01, 0x07], [0x01, 0x80],
            [0x01, 0x80, 0x01],
            [0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
        ] as [[UInt8]])
    func aHeaderThatMeansNothingIsRefused(_ frame: [UInt8]) {
        #expect(code(of: frame) == .malformedFrame)
    }

    @Test func theFirstFramesAreTheBytesOfARealPeer() throws {
        // From the push recording: getCollections and the reply to it.
        let connection = try Transcript.load("litecore41-version-vectors-push").connections[0]
        let request = connection.frames(.activeToPassive)[0]
        var passive = BLIPConnection()
        guard case .request(let received)? = try passive.receive(request).first else {
            Issue.record("no request")
            return
        }
        #expect(received.profile == "getCollections")
        passive.reply(to: received.number, BLIPMessage(body: .bytes(Array("[{}]".utf8))))
        #expect(try passive.nextFrame() == connection.frames(.passiveToActive)[0])

        var active = BLIPConnection()
        active.send(BLIPMessage(properties: received.properties, body: .bytes(received.body)))
        #expect(try active.nextFrame() == request)
    }

    @Test func theChecksumRunsOnFromFrameToFrame() throws {
        var first = HandMadeFrames()
        let one = try first.frame(1, 0x20, payload(["Profile": "a"]))
        let two = try first.frame(2, 0x20, payload(["Profile": "a"]))
        #expect(one.suffix(4) != two.suffix(4))
        var connection = BLIPConnection()
        #expect(try connection.receive(one).count == 1)
        #expect(try connection.receive(two).count == 1)
        var late = BLIPConnection()
        var fresh = HandMadeFrames()
        _ = try late.receive(fresh.frame(1, 0x20, payload()))
        #expect(throws: BLIPError.self) { try late.receive(two) }
    }

    @Test func everyTruncationOfARequestIsRefused() throws {
        let whole = try HandMadeFrames.request()
        for length in 0..<whole.count {
            var connection = BLIPConnection()
            #expect(throws: BLIPError.self) { try connection.receive(Array(whole.prefix(length))) }
        }
    }

    @Test func everyFlippedBitIsRefusedOrHarmless() throws {
        let whole = try HandMadeFrames.request()
        for bit in 0..<whole.count * 8 {
            var frame = whole
            frame[bit / 8] ^= 1 << UInt8(bit % 8)
            var connection = BLIPConnection()
            do {
                let events = try connection.receive(frame)
                // Only the flags are outside the checksum: urgent, no reply, more coming, and an acknowledgement's kind.
                #expect(bit / 8 == 1, "bit \(bit)")
                #expect(events.count <= 1)
            } catch {
                #expect(connection.incomingBytes == 0)
                #expect(!connection.hasFrames)
            }
        }
    }

    @Test func everyTruncationAndFlippedBitOfACompressedFrameIsRefusedOrHarmless() throws {
        var sender = BLIPConnection()
        sender.send(
            BLIPMessage(
                properties: ["Profile": "rev", "id": "doc-1"], body: .bytes(Array(#"{"name":"one","n":1}"#.utf8)),
                isCompressed: true
            )
        )
        let whole = try #require(try sender.nextFrame())
        #expect(try FrameHeader(of: whole).flags == .compressed)
        for length in 0..<whole.count {
            var connection = BLIPConnection()
            #expect(throws: BLIPError.self) { try connection.receive(Array(whole.prefix(length))) }
        }
        for bit in 16..<whole.count * 8 {
            var frame = whole
            frame[bit / 8] ^= 1 << UInt8(bit % 8)
            var connection = BLIPConnection()
            // A flip in the padding before the cut-off flush marker may change nothing.
            if let events = try? connection.receive(frame) {
                #expect(events.count == 1)
            } else {
                #expect(connection.failure != nil)
            }
        }
    }

    @Test func flushMarkersInsideACompressedFrameAreData() throws {
        // A peer that flushed the length of the properties by itself; from the push recording.
        let frame = try Transcript.bytes(hexadecimal: "6200000000ffffca48cdc9c95700b94001c10400".utf8)
        let inflate = try Inflate()
        // The history of that direction is missing here, so only the first byte can be right.
        let bytes = try? inflate.decompress(Array(frame.prefix(7)), in: 0..<7, limit: 100)
        #expect(bytes == [0])
    }

    @Test func anEmptyCompressedPayloadLeavesTheHistoryAlone() throws {
        var sender = BLIPConnection()
        sender.send(BLIPMessage(properties: ["Profile": "a"], isCompressed: true, noReply: true))
        let first = try #require(try sender.nextFrame())
        var codec = FrameCodec(limits: BLIPLimits())
        var start = 0
        let header = try FrameHeader.read(first, at: &start)
        _ = try codec.decodePayload(of: header, in: first, from: start)
        let empty: [UInt8] = [0x02, 0x48] + first.suffix(4)
        #expect(try codec.decodePayload(of: FrameHeader(of: empty), in: empty, from: 2).isEmpty)
        sender.send(BLIPMessage(properties: ["Profile": "b"], isCompressed: true, noReply: true))
        let second = try #require(try sender.nextFrame())
        let payload = try codec.decodePayload(of: FrameHeader(of: second), in: second, from: 2)
        #expect(String(decoding: payload.dropFirst(), as: UTF8.self) == "Profile\0b\0")
    }

    @Test func aDeflateStreamThatEndsIsRefused() {
        var frames = HandMadeFrames()
        // A final block with fixed codes that holds one NUL: 63 00 00.
        let frame = frames.frame(1, 0x20, compressed: [0x63, 0x00, 0x00], plain: [0])
        #expect(code(of: frame) == .badCompression)
    }

    @Test func aCompressedFrameMayNotGrowAboveItsLimit() throws {
        var generous = BLIPLimits()
        generous.frameBytes = 1 << 20
        var sender = BLIPConnection(limits: generous)
        sender.send(BLIPMessage(body: .bytes([UInt8](repeating: 7, count: 99_999)), isCompressed: true, noReply: true))
        let frame = try #require(try sender.nextFrame())
        #expect(frame.count < 1_000)

        var exact = BLIPLimits()
        exact.maxInflatedFrameBytes = 100_000
        var accepting = BLIPConnection(limits: exact)
        #expect(try accepting.receive(frame).count == 1)
        exact.maxInflatedFrameBytes = 99_999
        #expect(code(of: frame, exact) == .tooLarge)
    }

    @Test func anAcknowledgementHoldsOneNumberAndNoMore() throws {
        for frame: [UInt8] in [[0x01, 0x34], [0x01, 0x34, 0x80], [0x01, 0x35, 0x01, 0x00]] {
            #expect(code(of: frame) == .malformedFrame)
        }
    }
}

/// Why a fresh connection refuses a frame; nil if it does not.
func code(of frame: [UInt8], _ limits: BLIPLimits = BLIPLimits()) -> BLIPError.Code? {
    var connection = BLIPConnection(limits: limits)
    do {
        _ = try connection.receive(frame)
        return nil
    } catch {
        return error.code
    }
}

extension HandMadeFrames {
    /// One complete request.
    static func request() throws -> [UInt8] {
        var frames = HandMadeFrames()
        return try frames.frame(1, 0x00, payload(["Profile": "rev", "id": "doc-1"], Array("{}".utf8)))
    }
}
