import CSQLite

/// One SQLite connection with its prepared statements. Not safe for several threads at once; `Store`'s lock sees to it.
final class Connection {
    private let handle: OpaquePointer
    private var statements: [Statement?] = Array(repeating: nil, count: Query.allCases.count)
    private var isClosed = false
    /// The file, for messages.
    let path: String

    /// Opens the file at `path`; creates it unless `readOnly`. `immutable` promises SQLite that nobody writes, so that
    /// it needs no lock and no shared memory beside the file. `title` is what messages call it when not by its path.
    init(path: String, readOnly: Bool = false, immutable: Bool = false, title: String? = nil) throws {
        self.path = title ?? path
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI
        flags |= readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var opened: OpaquePointer?
        let result = sqlite3_open_v2(Self.uri(path, immutable: immutable), &opened, flags, nil)
        guard let opened, result == SQLITE_OK else {
            let error = Self.failure(opened, result, path: self.path)
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Tuning.busyTimeoutMs)
        csqlite_harden(handle)
    }

    deinit { close() }

    /// Closes the connection; the last one of a database also empties its write-ahead log.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Whether no transaction is open (SQLite ends one by itself after some errors).
    var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

    /// Rows changed by the last statement.
    var changes: Int { Int(sqlite3_changes(handle)) }

    /// Runs SQL without parameters and without rows.
    func execute(_ sql: String) throws {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Runs a pragma or other SQL that is used once; `row` is called per row.
    func query(_ sql: String, _ row: (Statement) throws -> Void) throws {
        let statement = try prepare(sql, persistent: false)
        while try step(statement) { try row(statement) }
    }

    /// Runs a prepared statement: `body` binds, steps and reads. It is reset afterwards, so nothing read from it may be
    /// kept unread.
    @inline(__always)
    func run<Result>(_ query: Query, _ body: (Statement) throws -> Result) throws -> Result {
        let statement: Statement
        if let known = statements[query.rawValue] {
            statement = known
        } else {
            statement = try prepare(query.sql, persistent: true)
            statements[query.rawValue] = statement
        }
        defer { statement.reset() }
        return try body(statement)
    }

    /// Steps to the next row; false when there is none.
    @inline(__always)
    func step(_ statement: Statement) throws -> Bool {
        switch sqlite3_step(statement.handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw Self.failure(handle, code, path: path)
        }
    }

    private func prepare(_ sql: String, persistent: Bool) throws -> Statement {
        var prepared: OpaquePointer?
        let flags = persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        try check(sqlite3_prepare_v3(handle, sql, -1, flags, &prepared, nil))
        guard let prepared else { preconditionFailure("SQL without a statement: \(sql)") }
        return Statement(prepared)
    }

    private func check(_ code: Int32) throws {
        if code != SQLITE_OK { throw Self.failure(handle, code, path: path) }
    }

    /// The path as a URI, since only that can say `immutable`; RFC 3986 escapes for what would end the path.
    private static func uri(_ path: String, immutable: Bool) -> String {
        var uri = "file:"
        for byte in path.utf8 {
            switch byte {
            case 0x41...0x5a, 0x61...0x7a, 0x30...0x39, UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                uri.unicodeScalars.append(UnicodeScalar(byte))
            default: uri += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
            }
        }
        return immutable ? uri + "?immutable=1" : uri
    }

    /// The error for an SQLite result: its code, the file, and what to do about it.
    private static func failure(_ handle: OpaquePointer?, _ code: Int32, path: String) -> DocumentsError {
        let text = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
        let (kind, advice): (DocumentsError.Code, String) =
            switch code & 0xff {
            case SQLITE_BUSY, SQLITE_LOCKED: (.busy, "another program holds it; close that program")
            case SQLITE_FULL: (.diskFull, "free some space")
            case SQLITE_READONLY: (.readOnly, "check the mount and the permissions")
            case SQLITE_CORRUPT: (.corrupt, "reopen it; a damaged file is then set aside")
            case SQLITE_NOTADB: (.notADatabase, "choose another directory")
            case SQLITE_TOOBIG: (.tooLarge, "store less")
            default: (.io, "check the disk and the permissions")
            }
        return DocumentsError(kind, "database \(path): \(text) (SQLite \(code)); \(advice)", sqliteCode: code)
    }
}
