import CSQLite

extension Database {
    /// The version of SQLite that is at work, such as `3.46.1`.
    package static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
