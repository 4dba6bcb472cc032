/// How to open a database.
package struct DatabaseOptions: Sendable {
    /// Opens for reading: nothing is created, repaired or written. The database must exist.
    package var readOnly: Bool
    /// Greatest size of a document body, in bytes of JSON text.
    package var maxDocumentBytes: Int
    /// Greatest size of one blob, in bytes.
    package var maxBlobBytes: Int64
    /// Greatest size of the database file (blobs not counted), in bytes, rounded down to pages of 4 KiB; a write beyond
    /// it fails with `.diskFull`. Nil: as large as the disk.
    package var maxFileBytes: Int64?
    /// Nanoseconds since 1970, for version times. Called on any thread, under the database's lock.
    package var wallClock: @Sendable () -> UInt64
    /// Whether a received version more than 120 s ahead of `wallClock` is refused, as Couchbase Lite does. Without, it is
    /// stored, and the clock stays where it is: for machines that have no battery and nobody to ask for the time.
    package var refusesTimesAhead = true
    /// So many random bytes, for the source id and the clock. Replaced only where a run must go the same way each time.
    package var randomBytes: @Sendable (Int) -> [UInt8] = SecureRandom.bytes
    /// Called before each commit with what it waits for, under the lock; what it throws undoes the commit. For tests
    /// that need a disk which fails.
    package var willCommit: (@Sendable (Durability) throws -> Void)?
    /// Called after each commit, under the lock. For tests that cut the power.
    package var didCommit: (@Sendable (Durability) -> Void)?

    /// The defaults fit a board: 20 MiB per document, 1 GiB per blob, the machine's clock.
    package init(
        readOnly: Bool = false,
        maxDocumentBytes: Int? = nil,
        maxBlobBytes: Int64? = nil,
        maxFileBytes: Int64? = nil,
        wallClock: @escaping @Sendable () -> UInt64 = HybridClock.systemWallClock
    ) {
        self.readOnly = readOnly
        self.maxDocumentBytes = maxDocumentBytes ?? Tuning.maxDocumentBytes
        self.maxBlobBytes = maxBlobBytes ?? Tuning.maxBlobBytes
        self.maxFileBytes = maxFileBytes
        self.wallClock = wallClock
    }
}
