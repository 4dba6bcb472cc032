import FoundationEssentials
@preconcurrency import Glibc

/// A database file and its log, copied to where reading them leaves no trace.
///
/// After an unclean stop the last commits are in the log alone. SQLite reads one only with an index beside it, for which it
/// makes a file; the directory of a database that is opened for reading may not take one, and should not get one.
struct ReadingCopy {
    let path: String
    private let directory: String

    /// Copies the file at `path` and its log. Throws `.io`, `.diskFull`.
    init(of path: String) throws {
        let parent = FileManager.default.temporaryDirectory.path
        // Only for us: the keys of questions may be in it.
        var name = Array("\(parent)/pulsador-read-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else {
            throw DocumentsError(.io, "cannot make a directory in \(parent) to read \(path) from", errno)
        }
        directory = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.path = "\(directory)/db.sqlite3"
        do {
            for suffix in ["", "-wal"] { try Self.copy(path + suffix, to: self.path + suffix) }
        } catch {
            remove()
            throw error
        }
    }

    /// Removes the copy; who has it open can go on reading.
    func remove() {
        try? FileManager.default.removeItem(atPath: directory)
    }

    private static func copy(_ from: String, to: String) throws {
        let source = try File(from, O_RDONLY)
        let target = try File(to, O_WRONLY | O_CREAT | O_EXCL)
        while case let bytes = try source.read(1 << 20), !bytes.isEmpty { try target.write(bytes) }
    }
}
