/// A message whose frames are coming in.
struct IncomingMessage {
    /// The header of its first frame: it decides over kind, urgency and whether a reply is wanted.
    let header: FrameHeader
    /// Once they are complete.
    private(set) var properties: BLIPProperties?
    /// What came of the body; until the properties are complete, what came of the message.
    private(set) var buffer: [UInt8] = []

    /// Bytes that came, payloads on the wire and checksums.
    private var receivedBytes: UInt64 = 0
    private var unacknowledgedBytes = 0
    private var isAnnounced = false

    init(_ header: FrameHeader) {
        self.header = header
    }

    /// Adds the payload of a frame. Throws `.badProperties`, and `.tooLarge` if more than `limit` bytes would be held.
    mutating func append(_ payload: [UInt8], limit: Int) throws(BLIPError) {
        guard buffer.count + payload.count <= limit else {
            throw BLIPError(
                .tooLarge, "the message is above \(limit) bytes; raise the limit or send less", context: header.context
            )
        }
        if buffer.isEmpty { buffer = payload } else { buffer += payload }
        if properties == nil { try parseProperties() }
    }

    /// Counts a frame with `byteCount` bytes of payload and checksum. Returns the total if it is time to acknowledge it.
    mutating func count(_ byteCount: Int) -> UInt64? {
        receivedBytes += UInt64(byteCount)
        unacknowledgedBytes += byteCount
        guard unacknowledgedBytes >= Tuning.acknowledgedBytes else { return nil }
        unacknowledgedBytes = 0
        return receivedBytes
    }

    /// Takes what came of the body.
    mutating func takeBody() -> [UInt8] {
        let body = buffer
        buffer = []
        return body
    }

    /// Whether it is the first time that something of it is handed over.
    mutating func announce() -> Bool {
        defer { isAnnounced = true }
        return !isAnnounced
    }

    /// The properties of a message that has ended. Throws `.badProperties` if it ended inside them.
    func completeProperties() throws(BLIPError) -> BLIPProperties {
        guard let properties else {
            throw BLIPError(.badProperties, "the message ends inside its properties", context: header.context)
        }
        return properties
    }

    private mutating func parseProperties() throws(BLIPError) {
        var start = 0
        guard let length = try Varint.read(buffer, at: &start) else { return }
        guard length <= UInt64(Tuning.maxPropertiesBytes) else {
            throw BLIPError(
                .badProperties, "\(length) bytes of properties are above the limit of \(Tuning.maxPropertiesBytes)",
                context: header.context
            )
        }
        let end = start + Int(length)
        guard buffer.count >= end else { return }
        properties = try BLIPProperties(parsing: buffer[start..<end])
        buffer = Array(buffer[end...])
    }
}
