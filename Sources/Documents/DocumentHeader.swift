/// A document without its body, as the change lists of replication need it.
package struct DocumentHeader: Hashable, Sendable {
    package let id: String
    package let sequence: Int64
    /// Never empty.
    package let vector: VersionVector
    package let isDeleted: Bool
    /// Bytes of the body's JSON text.
    package let bodySize: Int
}
