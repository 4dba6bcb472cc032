/// A complete request of the peer.
package struct BLIPIncomingRequest: Hashable, Sendable {
    /// What to reply to.
    package let number: UInt64
    /// Its properties, `Profile` among them.
    package let properties: BLIPProperties
    /// The body, uncompressed.
    package let body: [UInt8]
    /// Whether the peer wants no reply. If it wants one it must get exactly one.
    package let noReply: Bool
    /// Whether the peer sent it ahead of others.
    package let isUrgent: Bool
    /// Whether its first frame was compressed.
    package let isCompressed: Bool

    /// The kind of request.
    package var profile: String? { properties.profile }
}
