@preconcurrency import Glibc
import Synchronization

/// A blob on its way in: written to a file of its own and hashed as it comes, never held in memory.
///
/// Any thread, one call at a time (others wait). Ends with `finish`, with `abort`, or with the object; the last two leave
/// nothing behind.
package final class BlobWriter: Sendable {
    private struct State {
        let file: File
        let digest: Digest
        var length: Int64
    }

    private let directory: String
    private let partPath: String
    private let maxBytes: Int64
    private let state: Mutex<State?>

    init(directory: String, maxBytes: Int64) throws {
        let name = SecureRandom.bytes(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let partPath = "\(directory)/\(name).part"
        self.directory = directory
        self.partPath = partPath
        self.maxBytes = maxBytes
        let file = try File(partPath, O_WRONLY | O_CREAT | O_EXCL)
        state = Mutex(State(file: file, digest: Digest(.sha1), length: 0))
    }

    deinit { abort() }

    /// How many bytes came so far; 0 after the end.
    package var length: Int64 { state.withLock { $0?.length ?? 0 } }

    /// Adds bytes. Throws `.tooLarge` above the limit of the database, `.diskFull`, `.io`, and `.closed` after the end;
    /// after any of these only `abort` makes sense.
    package func append(_ bytes: [UInt8]) throws {
        try state.withLock { state in
            guard let current = state else { throw ended }
            let length = current.length + Int64(bytes.count)
            guard length <= maxBytes else {
                throw DocumentsError(.tooLarge, "a blob of more than \(maxBytes) bytes is above the limit")
            }
            try current.file.write(bytes)
            current.digest.update(bytes)
            state?.length = length
        }
    }

    /// Ends the blob: it is on the disk and can be read when this returns.
    ///
    /// Throws `.corrupt`, and keeps nothing, when its digest is not `expected`; `.diskFull`, `.io`, `.closed`.
    @discardableResult
    package func finish(expecting expected: BlobDigest? = nil) throws -> BlobDigest {
        try state.withLock { state in
            guard let current = state else { throw ended }
            state = nil
            do {
                guard let digest = BlobDigest(bytes: current.digest.finish()) else {
                    preconditionFailure("a SHA-1 has 20 bytes")
                }
                if let expected, expected != digest {
                    throw DocumentsError(
                        .corrupt, "a blob announced as \(expected) arrived as \(digest); send it again")
                }
                try current.file.synchronize()
                current.file.close()
                // The same contents may be there already; replacing them by themselves does no harm to readers.
                try File.move(partPath, "\(directory)/\(digest.hex)")
                try File.synchronizeDirectory(directory)
                return digest
            } catch {
                unlink(partPath)
                throw error
            }
        }
    }

    /// Drops what was written. Does nothing after the end.
    package func abort() {
        state.withLock { state in
            guard let current = state else { return }
            state = nil
            current.file.close()
            unlink(partPath)
        }
    }

    private var ended: DocumentsError { DocumentsError(.closed, "this blob was finished or dropped before") }
}
