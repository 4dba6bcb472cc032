/// Frames to payloads and back: checksum and compression of both directions.
///
/// | part | bytes | |
/// |---|---|---|
/// | header | 2 … 11 | see `FrameHeader` |
/// | payload | any | a piece of a message, compressed if the header says so |
/// | checksum | 4 | big-endian CRC-32 over all uncompressed payloads of this direction so far |
///
/// The pieces of a message put together: varint length of the properties, properties, body. An acknowledgement has no
/// checksum and no piece of a message: its payload is a varint, the bytes (payloads and checksums) that were received.
///
/// The first frame of a direction (byte example, kind, number, flags, payload as text):
///
///     01 01 00 5b 7b 7d 5d 0d c1 d2 fd   RPY #1 no flags, no properties, body [{}]
///     03 34 a6 d9 03                     ACKMSG #3 urgent, no reply, 60582 bytes
///
/// Both directions carry state from frame to frame (checksum, deflate history), so every frame must pass through here in
/// the order of the wire.
struct FrameCodec {
    private var sentChecksum = CRC32()
    private var receivedChecksum = CRC32()
    private var deflate: Deflate?
    private var inflate: Inflate?
    private let limits: BLIPLimits

    init(limits: BLIPLimits) {
        self.limits = limits
    }

    /// Makes the next frame of a message from at most as much of `payload` as fits into `frameBytes`, which must have
    /// been filled with `payloadBytes(compressed:frameBytes:)`. Sets "more coming" if some of it remains. Throws
    /// `.badCompression`.
    mutating func encode(
        _ header: FrameHeader, payload: inout OutgoingPayload, frameBytes: Int
    ) throws(BLIPError) -> [UInt8] {
        var frame: [UInt8] = []
        frame.reserveCapacity(min(frameBytes, payload.heldBytes + Self.overheadBytes))
        header.append(to: &frame)
        let flagsIndex = frame.count - 1
        if header.flags.contains(.compressed) {
            try appendCompressed(&payload, to: &frame, frameBytes: frameBytes)
        } else {
            let start = frame.count
            payload.take(frameBytes - start - CRC32.byteCount, into: &frame)
            sentChecksum.add(frame, from: start)
        }
        if !payload.isAtEnd { frame[flagsIndex] |= FrameFlags.moreComing.rawValue }
        sentChecksum.append(to: &frame)
        return frame
    }

    /// How many bytes of payload one frame can use: as many as fit, or some times more if they are compressed.
    static func payloadBytes(compressed: Bool, frameBytes: Int) -> Int {
        compressed ? 4 * frameBytes : frameBytes
    }

    /// The frame that says how much of a message was received.
    static func encodeAck(_ key: MessageKey, byteCount: UInt64) -> [UInt8] {
        var frame: [UInt8] = []
        let kind: FrameKind = key.isReply ? .replyAck : .requestAck
        FrameHeader(number: key.number, kind: kind, flags: [.urgent, .noReply]).append(to: &frame)
        Varint.append(byteCount, to: &frame)
        return frame
    }

    /// The uncompressed payload of a frame whose header ends at `start`. Throws `.malformedFrame`, `.badCompression`,
    /// `.badChecksum`, and `.tooLarge` if it grows above its limit.
    mutating func decodePayload(
        of header: FrameHeader, in frame: [UInt8], from start: Int
    ) throws(BLIPError) -> [UInt8] {
        let end = frame.count - CRC32.byteCount
        guard start <= end else {
            throw BLIPError(.malformedFrame, "the frame ends before its checksum", context: header.context)
        }
        let payload: [UInt8]
        // A flush of nothing writes nothing, not even a marker; zlib must not see one.
        if header.flags.contains(.compressed), start < end {
            payload = try openInflate().decompress(frame, in: start..<end, limit: limits.maxInflatedFrameBytes)
        } else {
            payload = Array(frame[start..<end])
        }
        receivedChecksum.add(payload)
        guard receivedChecksum.value == CRC32.read(atEndOf: frame) else {
            throw BLIPError(
                .badChecksum, "bytes were lost or changed on the way; connect again", context: header.context
            )
        }
        return payload
    }

    /// The byte count of an acknowledgement whose header ends at `start`. Throws `.malformedFrame`.
    static func decodeAck(_ header: FrameHeader, in frame: [UInt8], from start: Int) throws(BLIPError) -> UInt64 {
        var index = start
        guard let byteCount = try Varint.read(frame, at: &index), index == frame.count else {
            throw BLIPError(.malformedFrame, "the frame should hold one number and no more", context: header.context)
        }
        return byteCount
    }

    private mutating func appendCompressed(
        _ payload: inout OutgoingPayload, to frame: inout [UInt8], frameBytes: Int
    ) throws(BLIPError) {
        let deflate = try openDeflate()
        let end = frameBytes - CRC32.byteCount
        // How much a piece shrinks is known afterwards only, so each piece is one that fits even if it does not.
        var input = 0
        let maxInput = Self.payloadBytes(compressed: true, frameBytes: frameBytes)
        repeat {
            var piece: [UInt8] = []
            payload.take(min(Deflate.inputThatFits(end - frame.count), maxInput - input), into: &piece)
            sentChecksum.add(piece)
            input += piece.count
            try deflate.compress(piece, into: &frame)
        } while payload.heldBytes > 0 && input < maxInput
            && end - frame.count > max(frameBytes / Tuning.frameFillFraction, Self.minimumPieceRoom)
        frame.removeLast(Deflate.flushMarker.count)
    }

    private mutating func openDeflate() throws(BLIPError) -> Deflate {
        if let deflate { return deflate }
        let opened = try Deflate(level: limits.compressionLevel, memoryLevel: limits.compressionMemoryLevel)
        deflate = opened
        return opened
    }

    private mutating func openInflate() throws(BLIPError) -> Inflate {
        if let inflate { return inflate }
        let opened = try Inflate()
        inflate = opened
        return opened
    }

    /// Header and checksum at their largest.
    private static let overheadBytes = 11 + CRC32.byteCount

    /// Room below which a compressed piece would hold no input.
    private static let minimumPieceRoom = 48
}
