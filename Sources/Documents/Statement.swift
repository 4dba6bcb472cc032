import CSQLite

/// A prepared statement. Parameters count from 1, columns from 0, as in SQLite.
final class Statement {
    let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit { sqlite3_finalize(handle) }

    /// Ends the run and forgets the parameters, some of which point into memory of the caller.
    @inline(__always) func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    // A bind fails only for a wrong index or an open run (both our bug) or without memory; the step then fails or the
    // constraint NOT NULL does.

    @inline(__always) func bind(_ index: Int32, _ value: Int64) {
        sqlite3_bind_int64(handle, index, value)
    }

    /// Binds text; SQLite copies it.
    @inline(__always) func bind(_ index: Int32, _ value: String) {
        var value = value
        value.withUTF8 { text in
            _ = text.withMemoryRebound(to: CChar.self) {
                csqlite_bind_text_copy(handle, index, $0.baseAddress, Int32($0.count))
            }
        }
    }

    /// Binds text given in UTF-8; SQLite copies it.
    @inline(__always) func bind(_ index: Int32, utf8 value: [UInt8]) {
        value.withUnsafeBufferPointer { text in
            _ = text.withMemoryRebound(to: CChar.self) {
                csqlite_bind_text_copy(handle, index, $0.baseAddress, Int32($0.count))
            }
        }
    }

    /// Binds a blob; SQLite copies it.
    func bind(_ index: Int32, copying bytes: [UInt8]) {
        bytes.withUnsafeBytes { _ = csqlite_bind_blob_copy(handle, index, $0.baseAddress, Int32($0.count)) }
    }

    /// Binds a blob without copying it: `bytes` must stay until `reset`.
    @inline(__always) func bind(_ index: Int32, borrowing bytes: UnsafeRawBufferPointer) {
        sqlite3_bind_blob(handle, index, bytes.baseAddress, Int32(bytes.count), nil)
    }

    @inline(__always) func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    @inline(__always) func text(_ column: Int32) -> String {
        withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }

    @inline(__always) func blob(_ column: Int32) -> [UInt8] {
        withBytes(column) { [UInt8]($0) }
    }

    /// Shows the bytes of a text or blob column; they are gone with the next step or reset.
    @inline(__always)
    func withBytes<Result>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return try body(UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: count))
    }
}
