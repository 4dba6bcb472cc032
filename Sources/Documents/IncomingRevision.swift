/// A revision received from a peer.
package struct IncomingRevision: Hashable, Sendable {
    /// 1 to 255 bytes.
    package var id: String
    /// The whole vector (`VersionVector(revision:history:)`).
    package var vector: VersionVector
    package var isDeleted: Bool
    /// The text of a JSON object. Top-level keys that start with `_` are not stored.
    package var body: [UInt8]

    package init(id: String, vector: VersionVector, isDeleted: Bool = false, body: [UInt8]) {
        self.id = id
        self.vector = vector
        self.isDeleted = isDeleted
        self.body = body
    }
}
