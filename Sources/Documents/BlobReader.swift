@preconcurrency import Glibc
import Synchronization

/// A blob being read from its start to its end. Any thread, one call at a time (others wait).
package final class BlobReader: Sendable {
    package let digest: BlobDigest
    /// Bytes.
    package let length: Int64
    private let file: Mutex<File>

    init(path: String, digest: BlobDigest) throws {
        self.digest = digest
        let file: File
        do { file = try File(path, O_RDONLY) } catch let error as DocumentsError where error.code == .notFound {
            throw DocumentsError(.notFound, "there is no blob \(digest)")
        }
        length = try file.length()
        self.file = Mutex(file)
    }

    /// The next bytes, at most `maxBytes` (1 or more); empty at the end. Throws `.io`.
    package func read(_ maxBytes: Int = 64 << 10) throws -> [UInt8] {
        try file.withLock { try $0.read(maxBytes) }
    }
}
