#include "CSQLite.h"

#include <stddef.h>

int csqlite_bind_text_copy(sqlite3_stmt *statement, int index, const char *text, int count) {
    return sqlite3_bind_text(statement, index, text ? text : "", count, SQLITE_TRANSIENT);
}

int csqlite_bind_blob_copy(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    if (bytes == NULL || count == 0) return sqlite3_bind_zeroblob(statement, index, 0);
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

int csqlite_harden(sqlite3 *connection) {
    int result = sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    if (result != SQLITE_OK) return result;
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
}
