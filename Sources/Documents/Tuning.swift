/// Every limit of this room, with unit and reason.
enum Tuning {
    /// Bytes of a document body: LiteCore peers take messages up to about 20 MiB.
    static let maxDocumentBytes = 20 << 20
    /// Bytes of one blob: more than any photo or question pack, less than a board's card.
    static let maxBlobBytes: Int64 = 1 << 30
    /// Bytes of JSON text the parser takes unless told otherwise: a document and a little around it.
    static let maxJSONBytes = 32 << 20
    /// Bytes of a document id (sync protocol).
    static let maxDocumentIDBytes = 255
    /// Characters of a scope or collection name (Couchbase Lite's rule).
    static let maxCollectionNameCharacters = 251
    /// Nested arrays and objects in JSON; bounds the parser's stack.
    static let maxJSONDepth = 128
    /// Bytes of a version vector's text: about 1,500 writers of one document, far more than a room holds.
    static let maxVectorBytes = 64 << 10
    /// Bytes of a checkpoint body; real ones are below 1 KiB, so this keeps a peer from using it as a store.
    static let maxCheckpointBytes = 1 << 20
    /// Checkpoints kept. A room has a hundred boards with one each; without a limit anybody could fill the disk with them.
    /// One that is dropped costs its client a comparison of all documents.
    static let maxCheckpoints = 1_000
    /// Bytes of a checkpoint's client name and of a metadata key.
    static let maxKeyBytes = 1024

    /// Nanoseconds a received version may be ahead of the wall clock (measured with LiteCore: 119 s pass, 121 s fail).
    static let clockTolerance: UInt64 = 120_000_000_000
    /// The least version time accepted (LiteCore's rule: 2^40 ns, smaller numbers are legacy generations).
    static let minVersionTime: UInt64 = 1 << 40
    /// The greatest version time accepted: it must fit a signed integer.
    static let maxVersionTime: UInt64 = (1 << 63) - 1
    /// The low bits of a time are the stamp of the clock; the wall clock supplies the bits above. LiteCore counts in them.
    static let clockStampMask: UInt64 = 0xffff
    /// Stamps that are drawn: the upper half is left to LiteCore, whose counter goes on from a received time and does not
    /// carry.
    static let clockStamps: UInt64 = 0x8000
    /// Nanoseconds since 1970 of 2024-01-01: a wall clock before this was never set (a board without a battery).
    static let earliestPlausibleWall: UInt64 = 1_704_067_200_000_000_000
    /// The greatest time accepted while the wall clock is not set: 2116, so that one peer cannot use up the range.
    static let maxTimeWithoutWall: UInt64 = 1 << 62

    /// Sequences skipped after an unclean stop. Commits without a sync may be lost with the power, yet a peer may have
    /// seen their sequences; at most the unsynced log (1,000 pages, fewer than 2^20 documents) is lost.
    static let sequencesSkippedAfterCrash: Int64 = 1 << 20
    /// Nanoseconds the hybrid clock jumps after an unclean stop when the wall clock is no help, for the same reason:
    /// the kernel writes back within 30 s.
    static let clockSkippedAfterCrash: UInt64 = 60_000_000_000
    /// Nanoseconds the wall clock must lie behind the stored time to count as no help.
    static let wallLostMargin: UInt64 = 3_600_000_000_000

    /// KiB of page cache: a game's documents fit, a 512 MB board does not notice.
    static let pageCacheKiB = 8 << 10
    /// Bytes the write-ahead log keeps on disk after a checkpoint.
    static let walSizeLimit = 16 << 20
    /// Milliseconds to wait for another program's lock on the file (an inspecting sqlite3 shell); our own are excluded
    /// by the lock file.
    static let busyTimeoutMs: Int32 = 2_000
}
