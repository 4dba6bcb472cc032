/// A document as it is stored, tombstones included.
package struct DocumentRecord: Hashable, Sendable {
    package let id: String
    package let sequence: Int64
    /// Never empty.
    package let vector: VersionVector
    package let isDeleted: Bool
    /// The text of a JSON object; `{}` for most tombstones.
    package let body: [UInt8]
}
