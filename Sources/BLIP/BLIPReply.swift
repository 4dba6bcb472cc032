/// A complete reply to one of our requests.
package struct BLIPReply: Hashable, Sendable {
    /// Its properties; of an error reply the domain and code are among them.
    package let properties: BLIPProperties
    /// The body, uncompressed. Of an error reply it is the error's text.
    package let body: [UInt8]
    /// Why the peer could not answer; nil if it did.
    package let error: BLIPRemoteError?
}
