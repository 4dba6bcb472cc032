/// A replication client's bookmark, kept for it by the passive peer.
package struct StoredCheckpoint: Hashable, Sendable {
    /// `1-cc`, `2-cc`, …: what the client must name to replace it.
    package let revision: String
    /// The client's JSON text, byte for byte.
    package let body: [UInt8]
}
