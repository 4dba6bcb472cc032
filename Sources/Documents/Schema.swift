/// The tables of a database file, and the marks by which it is known.
enum Schema {
    /// "Pulz" in the file's header (PRAGMA application_id).
    static let applicationID: Int64 = 0x5075_6c7a
    /// The layout below (PRAGMA user_version). Raise it with a migration, never without.
    static let version: Int64 = 1

    /// A document's flag: a tombstone.
    static let deletedFlag: Int64 = 1
    /// A document's flag: its body may refer to blobs.
    static let blobsFlag: Int64 = 2

    /// A document is one row, moved to a new sequence by each change, so that the table reads in the order of changes.
    static let tables = """
        CREATE TABLE state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            source BLOB NOT NULL,
            sequence INTEGER NOT NULL,
            clock INTEGER NOT NULL,
            in_use INTEGER NOT NULL
        );
        CREATE TABLE collections (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE documents (
            sequence INTEGER PRIMARY KEY,
            collection INTEGER NOT NULL,
            id TEXT NOT NULL,
            flags INTEGER NOT NULL,
            vector TEXT NOT NULL,
            body BLOB NOT NULL,
            UNIQUE (collection, id)
        );
        CREATE TABLE peers (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE remotes (
            peer INTEGER NOT NULL,
            collection INTEGER NOT NULL,
            id TEXT NOT NULL,
            version TEXT NOT NULL,
            PRIMARY KEY (peer, collection, id)
        ) WITHOUT ROWID;
        CREATE TABLE checkpoints (client TEXT PRIMARY KEY, revision INTEGER NOT NULL, body BLOB NOT NULL) WITHOUT ROWID;
        CREATE TABLE metadata (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
        """

    /// Makes the tables in an empty file and gives it the source id `source`.
    static func create(in connection: Connection, source: SourceID) throws {
        try connection.execute("BEGIN IMMEDIATE")
        try connection.execute(tables)
        let source = source.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        try connection.execute("INSERT INTO state VALUES (1, x'\(source)', 0, 0, 0)")
        try connection.execute("PRAGMA application_id = \(applicationID)")
        try connection.execute("PRAGMA user_version = \(version)")
        try connection.execute("COMMIT")
    }
}
