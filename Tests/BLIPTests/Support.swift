@testable import BLIP

/// Two connections with nothing between them, and what they said.
struct Pair {
    var a: BLIPConnection
    var b: BLIPConnection
    private(set) var eventsAtA: [BLIPEvent] = []
    private(set) var eventsAtB: [BLIPEvent] = []
    private(set) var framesFromA: [[UInt8]] = []
    private(set) var framesFromB: [[UInt8]] = []

    init(_ limits: BLIPLimits = BLIPLimits()) {
        a = BLIPConnection(limits: limits)
        b = BLIPConnection(limits: limits)
    }

    /// Carries frames in both directions until nobody has any.
    mutating func settle() throws {
        var isBusy = true
        while isBusy {
            isBusy = false
            if let frame = try a.nextFrame() {
                framesFromA.append(frame)
                eventsAtB += try b.receive(frame)
                isBusy = true
            }
            if let frame = try b.nextFrame() {
                framesFromB.append(frame)
                eventsAtA += try a.receive(frame)
                isBusy = true
            }
        }
    }

    /// The requests that arrived at B.
    var requestsAtB: [BLIPIncomingRequest] {
        eventsAtB.compactMap { if case .request(let request) = $0 { request } else { nil } }
    }

    /// The replies that arrived at A.
    var repliesAtA: [(id: BLIPRequestID, reply: BLIPReply)] {
        eventsAtA.compactMap { if case .reply(let id, let reply) = $0 { (id, reply) } else { nil } }
    }
}

extension BLIPConnection {
    /// Everything that can be written now.
    mutating func allFrames() throws -> [[UInt8]] {
        var frames: [[UInt8]] = []
        while let frame = try nextFrame() { frames.append(frame) }
        return frames
    }
}

extension FrameHeader {
    /// The header of a frame.
    init(of frame: [UInt8]) throws {
        var index = 0
        self = try FrameHeader.read(frame, at: &index)
    }
}

/// A body of `count` bytes that are made when they are asked for.
final class MadeUpBody: BLIPBodySource {
    private var position = 0
    private let count: Int
    private let failsAt: Int?
    private(set) var largestRequest = 0

    struct Failure: Error {}

    init(count: Int, failsAt: Int? = nil) {
        self.count = count
        self.failsAt = failsAt
    }

    /// The byte at a position: no period that a frame size could hide.
    static func byte(_ position: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: position &* 31 ^ position >> 8 ^ position >> 16)
    }

    /// Such a body as a whole.
    static func bytes(_ count: Int) -> [UInt8] { (0..<count).map(byte) }

    func next(maxBytes: Int) throws -> [UInt8] {
        largestRequest = max(largestRequest, maxBytes)
        let end = min(position + maxBytes, count)
        if let failsAt, position >= failsAt { throw Failure() }
        defer { position = end }
        return (position..<end).map(Self.byte)
    }
}

/// A small generator with a seed, so that a failing case can be repeated (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// Frames built by hand, to say what our own sender never would.
struct HandMadeFrames {
    private var checksum = CRC32()

    /// A frame with a correct running checksum.
    mutating func frame(_ number: UInt64, _ flags: UInt8, _ payload: [UInt8]) -> [UInt8] {
        var frame: [UInt8] = []
        Varint.append(number, to: &frame)
        frame.append(flags)
        frame += payload
        checksum.add(payload)
        checksum.append(to: &frame)
        return frame
    }

    /// A compressed frame: `compressed` goes onto the wire, `plain` into the checksum.
    mutating func frame(_ number: UInt64, _ flags: UInt8, compressed: [UInt8], plain: [UInt8]) -> [UInt8] {
        var frame: [UInt8] = []
        Varint.append(number, to: &frame)
        frame.append(flags | FrameFlags.compressed.rawValue)
        frame += compressed
        checksum.add(plain)
        checksum.append(to: &frame)
        return frame
    }
}

/// A payload: properties with their length, and a body.
func payload(_ properties: BLIPProperties = [:], _ body: [UInt8] = []) throws -> [UInt8] {
    let encoded = try properties.encoded()
    var bytes: [UInt8] = []
    Varint.append(UInt64(encoded.count), to: &bytes)
    return bytes + encoded + body
}
