/// What stands before the payload of a frame.
///
/// | part | bytes | |
/// |---|---|---|
/// | number | varint | of the message; requests count from 1 in each direction, all others carry the request's number |
/// | flags | varint, one byte in practice | bits 0–2 the kind, then `FrameFlags` |
struct FrameHeader: Hashable, Sendable {
    var number: UInt64
    var kind: FrameKind
    var flags: FrameFlags

    /// Reads a header at `index` and moves `index` behind it. Throws `.malformedFrame`.
    static func read(_ frame: [UInt8], at index: inout Int) throws(BLIPError) -> FrameHeader {
        guard let number = try Varint.read(frame, at: &index), let bits = try Varint.read(frame, at: &index) else {
            throw BLIPError(
                .malformedFrame,
                "the frame ends inside its header; the peer sent something that is not BLIP",
                context: "a frame of \(frame.count) bytes"
            )
        }
        guard number > 0 else {
            throw BLIPError(.malformedFrame, "messages are numbered from 1", context: "message #0")
        }
        guard bits <= 0x7F, let kind = FrameKind(rawValue: UInt8(bits) & FrameKind.mask) else {
            throw BLIPError(
                .malformedFrame,
                "flags 0x\(String(bits, radix: 16)) name no kind of frame that BLIP 3 has",
                context: "message #\(number)"
            )
        }
        return FrameHeader(number: number, kind: kind, flags: FrameFlags(rawValue: UInt8(bits) & ~FrameKind.mask))
    }

    /// Appends the header; the flags are always its last byte.
    func append(to frame: inout [UInt8]) {
        Varint.append(number, to: &frame)
        frame.append(kind.rawValue | flags.rawValue)
    }

    /// How many bytes it takes.
    var byteCount: Int { Varint.byteCount(number) + 1 }

    /// The frame's message in an error text.
    var context: String { "\(kind) #\(number)" }
}
