/// A message on its way out.
struct OutgoingMessage {
    /// `.request`, `.reply` or `.error`.
    let kind: FrameKind
    /// 0 for a request until its first frame is written.
    var number: UInt64
    /// All but `.moreComing`.
    let flags: FrameFlags
    var payload: OutgoingPayload
    /// Whether a frame of it was written.
    var hasStarted = false
    /// Of a request that wants a reply.
    let request: SentRequest?

    init(request message: BLIPMessage, compressing: Bool, sent: SentRequest?) {
        kind = .request
        number = 0
        flags = Self.flags(of: message, compressing: compressing, noReply: message.noReply)
        payload = OutgoingPayload(message)
        request = sent
    }

    init(reply message: BLIPMessage, kind: FrameKind, number: UInt64, compressing: Bool) {
        self.kind = kind
        self.number = number
        flags = Self.flags(of: message, compressing: compressing, noReply: false)
        payload = OutgoingPayload(message)
        request = nil
    }

    var isUrgent: Bool { flags.contains(.urgent) }

    private static func flags(of message: BLIPMessage, compressing: Bool, noReply: Bool) -> FrameFlags {
        var flags: FrameFlags = []
        if message.isUrgent { flags.insert(.urgent) }
        if message.isCompressed, compressing { flags.insert(.compressed) }
        if noReply { flags.insert(.noReply) }
        return flags
    }
}
