/// Bits 3–6 of a frame's flags.
struct FrameFlags: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// The payload of this frame is compressed.
    static let compressed = FrameFlags(rawValue: 0x08)
    /// The message goes ahead of others.
    static let urgent = FrameFlags(rawValue: 0x10)
    /// The request wants no reply.
    static let noReply = FrameFlags(rawValue: 0x20)
    /// Another frame of the message follows.
    static let moreComing = FrameFlags(rawValue: 0x40)
}
