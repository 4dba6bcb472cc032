import FoundationEssentials
@preconcurrency import Glibc
import Synchronization

/// Files named by the SHA-1 of their contents, in one directory. Any thread.
///
/// | file | what it is |
/// |---|---|
/// | `<40 hex digits>` | a whole blob; its name is its SHA-1 |
/// | `<32 hex digits>.part` | one being written; removed at the next opening |
package final class BlobStore: Sendable {
    private let directory: String
    private let maxBytes: Int64
    private let isReadOnly: Bool
    private let isClosed = Atomic(false)

    /// Makes the directory and removes what an unclean stop left in it, unless reading only.
    init(directory: String, options: DatabaseOptions) throws {
        self.directory = directory
        maxBytes = options.maxBlobBytes
        isReadOnly = options.readOnly
        guard !options.readOnly else { return }
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        } catch {
            throw DocumentsError(.io, "cannot make the directory \(directory); check the path and its permissions")
        }
        for name in try names() where name.hasSuffix(".part") { try remove(name) }
    }

    /// Starts a blob whose contents come piece by piece. Throws `.readOnly`, `.closed`, `.diskFull`, `.io`.
    package func writer() throws -> BlobWriter {
        try checkOpen()
        guard !isReadOnly else { throw DocumentsError(.readOnly, "the blobs in \(directory) were opened for reading") }
        return try BlobWriter(directory: directory, maxBytes: maxBytes)
    }

    /// Opens a blob for reading. Throws `.notFound`, `.closed`, `.io`.
    package func reader(_ digest: BlobDigest) throws -> BlobReader {
        try checkOpen()
        return try BlobReader(path: path(digest), digest: digest)
    }

    /// Whether the blob is there.
    package func contains(_ digest: BlobDigest) throws -> Bool {
        try checkOpen()
        return File.exists(path(digest))
    }

    /// The blob's length in bytes; nil when it is not there.
    package func length(_ digest: BlobDigest) throws -> Int64? {
        guard try contains(digest) else { return nil }
        return try reader(digest).length
    }

    /// Stores a whole small blob.
    @discardableResult
    package func add(_ contents: [UInt8]) throws -> BlobDigest {
        let writer = try writer()
        try writer.append(contents)
        return try writer.finish()
    }

    func close() {
        isClosed.store(true, ordering: .releasing)
    }

    /// Removes all blobs but `kept` and those last written within `age`. Returns how many.
    func removeAll(except kept: Set<BlobDigest>, sparingYoungerThan age: Duration) throws -> Int {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var removed = 0
        for name in try names() {
            guard let digest = BlobDigest(hex: name), !kept.contains(digest) else { continue }
            if age > .zero {
                var status = stat()
                guard stat("\(directory)/\(name)", &status) == 0 else { continue }
                let written = Duration.seconds(status.st_mtim.tv_sec) + .nanoseconds(status.st_mtim.tv_nsec)
                guard Duration.seconds(now.tv_sec) + .nanoseconds(now.tv_nsec) - written >= age else { continue }
            }
            try remove(name)
            removed += 1
        }
        return removed
    }

    private func path(_ digest: BlobDigest) -> String { "\(directory)/\(digest.hex)" }

    private func names() throws -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: directory) } catch {
            throw DocumentsError(.io, "cannot list \(directory); check its permissions")
        }
    }

    private func remove(_ name: String) throws {
        let path = "\(directory)/\(name)"
        guard unlink(path) == 0 || errno == ENOENT else { throw DocumentsError(.io, "cannot remove \(path)", errno) }
    }

    private func checkOpen() throws {
        if isClosed.load(ordering: .acquiring) {
            throw DocumentsError(.closed, "the database of \(directory) is closed")
        }
    }
}
