import Documents
import Game
@preconcurrency import Glibc

/// A host's database, opened for nothing but reading.
enum HostDatabase {
    /// Runs `body` with the games of the database in `directory`, which is closed before this returns. Throws
    /// `CommandError` with what to do, and what `body` throws.
    static func read<Result>(_ directory: String, _ body: (GameArchive) throws -> Result) throws -> Result {
        do {
            let database = try Database(path: directory, options: DatabaseOptions(readOnly: true))
            let result = try body(GameArchive(database))
            try database.close()
            return result
        } catch let error as DocumentsError {
            throw CommandError(message(error, directory, systemError: access("\(directory)/db.sqlite3", R_OK)))
        }
    }

    /// Throws `CommandError` where there is no database: a word mistyped must not make one.
    static func find(_ directory: String) throws {
        guard access("\(directory)/db.sqlite3", F_OK) != 0, errno == ENOENT || errno == ENOTDIR else { return }
        throw CommandError(missing(directory))
    }

    private static func missing(_ directory: String) -> String {
        "there is no database in '\(directory.printable)'; host a game first, or say where one is with --database DIR"
    }

    private static func message(_ error: DocumentsError, _ directory: String, systemError result: Int32) -> String {
        let place = "'\(directory.printable)'"
        if result != 0, errno == EACCES { return "no permission to read the database in \(place); try it with sudo" }
        switch error.code {
        case .locked:
            return "a host is using the database in \(place); its results can be read when it has ended"
        case .notFound:
            return missing(directory)
        case .corrupt:
            return
                "the database in \(place) is damaged, and what is left of it cannot be read: \(error.message.printable)"
        default:
            return error.message.printable
        }
    }
}
