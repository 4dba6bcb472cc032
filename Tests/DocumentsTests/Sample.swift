import TestSupport
import Timing

@testable import Documents

/// Names and values that the tests share: sources A…D and M ("me") as in the format's own examples.
enum Sample {
    static let sources: [Character: String] = [
        "A": "AAAAAAAAAAAAAAAAAAAAAQ", "B": "BBBBBBBBBBBBBBBBBBBBBA", "C": "CCCCCCCCCCCCCCCCCCCCCA",
        "D": "DDDDDDDDDDDDDDDDDDDDDA", "M": "MMMMMMMMMMMMMMMMMMMMMA",
    ]

    /// `3@A; 1@B` with the short names written out.
    static func text(_ short: String) -> String {
        var text = ""
        var follows = false
        for character in short {
            if follows, let source = sources[character] { text += source } else { text.append(character) }
            follows = character == "@"
        }
        return text
    }

    static func vector(_ short: String) throws -> VersionVector {
        try VersionVector(parsing: text(short))
    }

    static func version(_ short: String) throws -> Version {
        guard let version = Version(text(short)) else {
            throw DocumentsError(.invalidVersion, "the test's own version \(short)")
        }
        return version
    }

    /// A vector with times that a database accepts: each time of `short` is counted from 2^40.
    static func stored(_ short: String) throws -> VersionVector {
        let small = try vector(short)
        return VersionVector(
            versions: small.versions.map { Version(time: $0.time + Tuning.minVersionTime, source: $0.source) },
            mergeCount: small.mergeCount)
    }

    static func revision(
        _ id: String, _ short: String, _ body: String = "{}", deleted: Bool = false
    ) throws -> IncomingRevision {
        IncomingRevision(id: id, vector: try stored(short), isDeleted: deleted, body: [UInt8](body.utf8))
    }
}

/// A database in a directory that goes away with it.
final class TemporaryDatabase {
    let directory: TemporaryDirectory
    let database: Database
    let collection: Collection

    init(_ options: DatabaseOptions = .init()) throws {
        directory = try TemporaryDirectory()
        database = try Database(path: directory.file("db"), options: options)
        collection = try database.collection()
    }

    var path: String { directory.file("db") }
    var sqlitePath: String { directory.file("db/db.sqlite3") }

    deinit { try? database.close() }
}
