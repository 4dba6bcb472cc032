import FoundationEssentials
@preconcurrency import Glibc

/// Finds, checks, makes and if need be sets aside the SQLite file of a database directory.
///
/// | file | what it is |
/// |---|---|
/// | `db.sqlite3`, `-wal` | the documents |
/// | `blobs/` | one file per blob |
/// | `lock` | locked while the database is open |
/// | `db.sqlite3.corrupt-1`, … | damaged files that were set aside |
struct DatabaseFile {
    let directory: String
    let options: DatabaseOptions

    /// An open file and what it said about itself.
    struct Contents {
        let connection: Connection
        let source: SourceID
        let sequence: Int64
        let clock: UInt64
        /// What a person should know about the opening; nil when all was well.
        let notice: String?
    }

    private var path: String { "\(directory)/db.sqlite3" }

    /// Makes the directory and takes the lock that keeps everybody else out for as long as the file is open; nil when
    /// reading from where no lock file can be had.
    func lock() throws -> File? {
        let lockPath = "\(directory)/lock"
        let file: File
        if options.readOnly {
            guard File.exists(path) else {
                throw DocumentsError(.notFound, "there is no database in \(directory)")
            }
            guard let opened = try? File(lockPath, O_RDONLY) else { return nil }
            file = opened
        } else {
            do {
                try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            } catch {
                throw DocumentsError(.io, "cannot make the directory \(directory); check the path and its permissions")
            }
            file = try File(lockPath, O_RDWR | O_CREAT)
        }
        guard try file.lock(shared: options.readOnly) else {
            throw DocumentsError(.locked, "the database \(directory) is open elsewhere; stop the other program first")
        }
        return file
    }

    /// Opens the file, under the lock. A damaged one is set aside and replaced by a fresh one.
    func open() throws -> Contents {
        try refuseForeignFile()
        do {
            return try openChecked(notice: nil)
        } catch let error as DocumentsError where Self.meansDamage(error) && !options.readOnly {
            let aside = try setAside()
            return try openChecked(
                notice: "the database \(path) was damaged and is now \(aside); a new, empty one took its place"
            )
        }
    }

    private static func meansDamage(_ error: DocumentsError) -> Bool {
        // A file without SQLite's header was refused before; SQLite's own NOTADB means a damaged header page.
        error.code == .corrupt || (error.code == .notADatabase && error.sqliteCode != 0)
    }

    /// Refuses a file that was never ours before anything can touch it: another program's database, or no database.
    private func refuseForeignFile() throws {
        guard File.exists(path) else { return }
        let file = try File(path, O_RDONLY)
        // SQLite would wait for what comes through a pipe.
        guard try file.isRegular() else {
            throw DocumentsError(.notADatabase, "\(path) is no file; choose another directory")
        }
        let header = try file.read(100)
        // Nothing, or a first page that lost its contents with the power: ours, and to be set aside if not empty.
        if header.allSatisfy({ $0 == 0 }) { return }
        let mark = header.count < 72 ? 0 : header[68..<72].reduce(0) { $0 << 8 | Int64($1) }
        if mark == Schema.applicationID { return }
        // A database is at mark 0 between SQLite's first page and our schema.
        let isNew = header.starts(with: Array("SQLite format 3\0".utf8)) && mark == 0
        guard isNew else {
            throw DocumentsError(.notADatabase, "\(path) is not a Pulsador database; choose another directory")
        }
    }

    private func openChecked(notice: String?) throws -> Contents {
        let hasLog = File.exists("\(path)-wal")
        let copy = options.readOnly && hasLog ? try ReadingCopy(of: path) : nil
        // SQLite has all files open once the first page was read.
        defer { copy?.remove() }
        let connection = try Connection(
            path: copy?.path ?? path,
            readOnly: options.readOnly,
            immutable: options.readOnly && !hasLog,
            title: path
        )
        do {
            return try check(connection, notice: notice)
        } catch {
            connection.close()
            throw error
        }
    }

    private func check(_ connection: Connection, notice: String?) throws -> Contents {
        if !options.readOnly { try configure(connection) }
        let mark = try connection.pragma("application_id")
        let version = try connection.pragma("user_version")
        if mark == 0 {
            var tables: Int64 = 0
            try connection.query("SELECT count(*) FROM sqlite_master") { tables = $0.integer(0) }
            guard tables == 0, version == 0, !options.readOnly else {
                throw DocumentsError(.notADatabase, "\(path) is not a Pulsador database; choose another directory")
            }
            try Schema.create(in: connection, source: .random(options.randomBytes))
        } else {
            guard mark == Schema.applicationID else {
                throw DocumentsError(.notADatabase, "\(path) is not a Pulsador database; choose another directory")
            }
            guard version <= Schema.version else {
                throw DocumentsError(
                    .newerFormat,
                    "\(path) has format \(version), this program knows \(Schema.version); use the newer program"
                )
            }
        }
        return try readState(of: connection, notice: notice)
    }

    private func configure(_ connection: Connection) throws {
        // Nobody else opens the file while we hold the directory's lock, so SQLite need not ask for its own at every turn,
        // and keeps the index of its log in memory.
        try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        try connection.execute("PRAGMA journal_mode = WAL")
        try connection.execute("PRAGMA synchronous = FULL")
        try connection.execute("PRAGMA journal_size_limit = \(Tuning.walSizeLimit)")
        try connection.execute("PRAGMA cache_size = -\(Tuning.pageCacheKiB)")
        try connection.execute("PRAGMA temp_store = MEMORY")
        if let limit = options.maxFileBytes {
            let pageSize = try connection.pragma("page_size")
            try connection.execute("PRAGMA max_page_count = \(max(1, limit / max(1, pageSize)))")
        }
    }

    private func readState(of connection: Connection, notice: String?) throws -> Contents {
        var state: (source: [UInt8], sequence: Int64, clock: UInt64, inUse: Bool)?
        try connection.query("SELECT source, sequence, clock, in_use FROM state") { row in
            state = (row.blob(0), row.integer(1), UInt64(bitPattern: row.integer(2)), row.integer(3) != 0)
        }
        guard var state, let source = SourceID(bytes: state.source) else {
            throw DocumentsError(.corrupt, "the database \(path) has lost its source id")
        }
        if !options.readOnly {
            if state.inUse {
                try quickCheck(connection)
                state.sequence += Tuning.sequencesSkippedAfterCrash
                if options.wallClock() < state.clock - min(state.clock, Tuning.wallLostMargin) {
                    state.clock += Tuning.clockSkippedAfterCrash
                }
            }
            try connection.execute(
                "UPDATE state SET in_use = 1, sequence = \(state.sequence), clock = \(Int64(bitPattern: state.clock))"
            )
        }
        return Contents(
            connection: connection, source: source, sequence: state.sequence, clock: state.clock, notice: notice)
    }

    /// Reads through the whole file after an unclean stop.
    private func quickCheck(_ connection: Connection) throws {
        var report = ""
        try connection.query("PRAGMA quick_check(1)") { report = $0.text(0) }
        guard report == "ok" else {
            throw DocumentsError(.corrupt, "the database \(path) is damaged: \(report)")
        }
    }

    /// Renames the damaged file and its log, which together are what can be rescued. Returns the new path.
    private func setAside() throws -> String {
        var number = 1
        while File.exists("\(path).corrupt-\(number)") { number += 1 }
        let aside = "\(path).corrupt-\(number)"
        try File.move(path, aside)
        for suffix in ["-wal", "-shm"] where File.exists(path + suffix) {
            try File.move(path + suffix, aside + suffix)
        }
        try File.synchronizeDirectory(directory)
        return aside
    }
}

extension Connection {
    /// The value of a pragma that is a number.
    fileprivate func pragma(_ name: String) throws -> Int64 {
        var value: Int64 = 0
        try query("PRAGMA \(name)") { value = $0.integer(0) }
        return value
    }
}
