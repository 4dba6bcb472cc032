/// What went wrong in the document database.
package struct DocumentsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure; callers decide by this and show `description` to a person.
    package enum Code: String, Hashable, Sendable {
        /// What was asked for does not exist.
        case notFound
        /// The given revision is not the stored one.
        case conflict
        /// A document id, collection name or body that breaks the rules.
        case invalidDocument
        /// A document or blob above the size limit.
        case tooLarge
        /// A malformed version (a `rev` on the wire).
        case invalidVersion
        /// A malformed vector, or one with an author twice (a `history` on the wire).
        case invalidHistory
        /// A version time outside the range the clock accepts.
        case invalidTimestamp
        /// Stored data that contradicts itself, or received data that contradicts its digest.
        case corrupt
        /// In use by this process in a way that excludes the call.
        case busy
        /// No room left on the disk, or the size limit of the database reached.
        case diskFull
        /// A write to a database that was opened for reading, or lies on a read-only file system.
        case readOnly
        /// The operating system refused a read or write.
        case io
        /// The file is not one of our databases.
        case notADatabase
        /// The file was written by a newer version of this program.
        case newerFormat
        /// Another handle or process has the database open.
        case locked
        /// The database was closed before.
        case closed
    }

    package let code: Code
    /// What happened, where, and what to do. Never holds document contents.
    package let message: String
    /// SQLite's extended result code, 0 when the failure does not come from SQLite.
    package let sqliteCode: Int32

    package init(_ code: Code, _ message: String, sqliteCode: Int32 = 0) {
        self.code = code
        self.message = message
        self.sqliteCode = sqliteCode
    }

    package var description: String { message }
}
