/// A request or a reply that is to be sent.
package struct BLIPMessage {
    /// At most 100 KiB, and no NUL in a key or value; see `BLIPProperties.encoded()`.
    package var properties: BLIPProperties
    /// What the message carries, of any size.
    package var body: BLIPBody
    /// Goes ahead of messages that are not urgent.
    package var isUrgent: Bool
    /// Compress the frames, unless the connection never compresses.
    package var isCompressed: Bool
    /// A request that wants no reply. Without meaning in a reply.
    package var noReply: Bool

    /// A message; by default an empty one that is neither urgent nor compressed and wants a reply.
    package init(
        properties: BLIPProperties = [:], body: BLIPBody = .bytes([]), isUrgent: Bool = false,
        isCompressed: Bool = false, noReply: Bool = false
    ) {
        self.properties = properties
        self.body = body
        self.isUrgent = isUrgent
        self.isCompressed = isCompressed
        self.noReply = noReply
    }
}
