import TestSupport

@testable import BLIP

/// BLIP frames into a connection: a bad one ends it, and until then it holds no more than its limits.
///
/// The first byte's lowest bit says whether checksums are put right; then come frames, each with its length before it.
final class FramesTarget: FuzzTarget {
    static let name = "frames"
    static let summary = "BLIP frames: no trap, held bytes within limits, an answer for each request"

    init() {}

    func seeds() throws -> [[UInt8]] {
        try (Recordings.frames(.activeToPassive) + Recordings.frames(.passiveToActive)).flatMap { frames in
            let body = Array(frames.map { ByteReader.piece($0) }.joined().prefix(Fuzz.maxInputBytes - 1))
            return [[0] + body, [1] + body]
        }
    }

    func run(_ input: [UInt8]) throws {
        var reader = ByteReader(input)
        var checksums = reader.byte() & 1 == 1 ? try Checksums() : nil
        var limits = BLIPLimits()
        limits.maxMessageBytes = 64 << 10
        limits.maxInflatedFrameBytes = 64 << 10
        limits.maxPartialBytes = 128 << 10
        limits.maxPartialMessages = 16
        limits.maxUnansweredRequests = 64
        var connection = BLIPConnection(limits: limits)
        for number in 0..<4 {
            let body = [UInt8](repeating: UInt8(number), count: number * 50_000)
            connection.send(BLIPMessage(properties: ["Profile": "x"], body: .bytes(body)), streamReply: number == 2)
        }
        try drain(&connection)
        while !reader.isAtEnd {
            var frame = reader.piece()
            checksums?.correct(&frame)
            do {
                for case .request(let request) in try connection.receive(frame) where request.number % 3 != 0 {
                    connection.reply(to: request.number, BLIPMessage(body: .bytes(request.body)))
                }
            } catch {
                try require(
                    connection.queuedBytes == 0 && connection.incomingBytes == 0, "a failed connection holds bytes")
                return
            }
            try require(
                connection.incomingBytes <= limits.maxPartialBytes, "\(connection.incomingBytes) bytes are held")
            try require(
                connection.partial.count <= limits.maxPartialMessages, "\(connection.partial.count) messages held")
            try require(connection.unanswered.count <= limits.maxUnansweredRequests, "too many requests are held")
            let held = connection.partial.values.reduce(0) { $0 + $1.buffer.count }
            try require(held == connection.incomingBytes, "\(held) bytes are held, \(connection.incomingBytes) counted")
            try drain(&connection)
        }
    }

    private func drain(_ connection: inout BLIPConnection) throws {
        var frames = 0
        while let frame = try? connection.nextFrame() {
            frames += 1
            try require(frame.count <= 16_384, "a frame of \(frame.count) bytes")
            try require(frames < 100_000, "frames without end")
        }
    }
}

/// Puts right the checksums of frames that somebody has changed, as far as they can be read.
private struct Checksums {
    private var running = CRC32()
    private let inflate: Inflate

    init() throws {
        inflate = try Inflate()
    }

    mutating func correct(_ frame: inout [UInt8]) {
        var start = 0
        guard let header = try? FrameHeader.read(frame, at: &start), !header.kind.isAck,
            start <= frame.count - CRC32.byteCount
        else { return }
        let end = frame.count - CRC32.byteCount
        let isCompressed = header.flags.contains(.compressed) && start < end
        let plain =
            isCompressed ? try? inflate.decompress(frame, in: start..<end, limit: 64 << 10) : Array(frame[start..<end])
        guard let plain else { return }
        running.add(plain)
        frame.removeSubrange(end...)
        running.append(to: &frame)
    }
}
