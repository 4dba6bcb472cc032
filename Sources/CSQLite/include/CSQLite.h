#pragma once

// SQLite's own header is imported as it is; below stands only what Swift cannot call: variadic functions and a
// destructor constant made from a cast. All functions may be called from any thread that holds the connection's lock.
#include <sqlite3.h>

/// Binds `count` bytes of UTF-8 to parameter `index` (from 1) and lets SQLite make its own copy (SQLITE_TRANSIENT is a
/// cast macro). `text` stays the caller's and may go away on return. Result: an SQLite result code.
int csqlite_bind_text_copy(sqlite3_stmt *_Nonnull statement, int index, const char *_Nullable text, int count);

/// As csqlite_bind_text_copy, for `count` bytes of a blob.
int csqlite_bind_blob_copy(sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes, int count);

/// Turns on the defensive mode and turns off SQL functions of untrusted schemas (sqlite3_db_config is variadic).
/// Call once after opening. Result: an SQLite result code.
int csqlite_harden(sqlite3 *_Nonnull connection);
