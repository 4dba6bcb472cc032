import Documents
import Timing

/// What one peer may see and change; asked by its session at every row and every revision, on the session's queue.
///
/// The default allows everything, which is what a plain passive database offers.
package struct PeerAccess: Sendable {
    /// Whether the collection exists for this peer. A hidden one is answered like a missing one.
    package var seesCollection: @Sendable (CollectionName) -> Bool = { _ in true }
    /// Whether the peer may receive the document.
    package var mayPull: @Sendable (CollectionName, DocumentHeader) -> Bool = { _, _ in true }
    /// Whether the peer may offer a document of this id; nil allows it. Asked before its body is known.
    package var refusesOffer: @Sendable (CollectionName, _ id: String) -> WireError? = { _, _ in nil }
    /// Whether the revision may be stored; nil allows it. Asked in the transaction that is about to store it.
    package var refusesRevision: @Sendable (PushedRevision) -> WireError? = { _ in nil }
    /// Told in the same transaction that a revision was stored, so that what belongs to it is committed with it.
    package var didStore: @Sendable (PushedRevision) throws -> Void = { _ in }
    /// Told that the peer has stored a document that was sent to it, and that every document it had offered until then
    /// has arrived: what it wrote before it knew of this one is here.
    package var didDeliver: @Sendable (CollectionName, _ id: String, Version) -> Void = { _, _, _ in }
    /// Whether revisions may carry attachments.
    package var allowsAttachments = true
    /// Largest document body accepted, in bytes.
    package var maxDocumentBytes: Int?
    /// Whether the peer may push at all, and pull at all.
    package var allowsPush = true
    package var allowsPull = true

    package init() {}
}

/// A revision that a peer wants to store here.
package struct PushedRevision: Sendable {
    package let collection: CollectionName
    package let id: String
    package let version: Version
    package let isDeleted: Bool
    /// JSON object bytes.
    package let body: [UInt8]
    /// When its last byte came off the socket, on this machine's monotonic clock.
    package let receivedAt: MonotonicTime
}
