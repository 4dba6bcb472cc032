@preconcurrency import Glibc

/// An open file of the operating system: the one place that retries interrupted calls and names the failures.
///
/// One thread at a time; owners that are shared keep it behind a lock.
final class File {
    private var descriptor: Int32
    private var isLocked = false
    let path: String

    /// Opens `path` with the `O_…` flags (`O_CLOEXEC` is added). Throws `.io`, `.readOnly`, `.diskFull`, `.notFound`.
    ///
    /// Where a pipe stands instead of a file nobody is waited for, and its reader finds nothing.
    init(_ path: String, _ flags: Int32) throws {
        self.path = path
        descriptor = Glibc.open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o644)
        if descriptor < 0 { throw DocumentsError(opening: path, errno) }
    }

    deinit { close() }

    /// Closes the file; further calls do nothing.
    func close() {
        guard descriptor >= 0 else { return }
        // By name: a child process that is just being started has the descriptor too, until it runs its program.
        if isLocked { flock(descriptor, LOCK_UN) }
        Glibc.close(descriptor)
        descriptor = -1
    }

    /// Reads up to `maxBytes`; empty at the end.
    func read(_ maxBytes: Int) throws -> [UInt8] {
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: maxBytes) { buffer, initialized in
                count = Glibc.read(descriptor, buffer.baseAddress, maxBytes)
                initialized = max(0, count)
            }
            if count >= 0 { return bytes }
            if errno != EINTR { throw DocumentsError(.io, "cannot read \(path)", errno) }
        }
    }

    /// Writes all of `bytes`.
    func write(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { buffer in
            var rest = UnsafeRawBufferPointer(rebasing: buffer[...])
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    throw DocumentsError(.io, "cannot write \(path)", errno)
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }

    /// Waits until everything written is on the disk.
    func synchronize() throws {
        while fsync(descriptor) != 0 {
            if errno != EINTR { throw DocumentsError(.io, "cannot sync \(path)", errno) }
        }
    }

    /// The length in bytes.
    func length() throws -> Int64 {
        Int64(try status().st_size)
    }

    /// Whether it is a file, and no pipe, device or directory.
    func isRegular() throws -> Bool {
        try status().st_mode & S_IFMT == S_IFREG
    }

    private func status() throws -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw DocumentsError(.io, "cannot look at \(path)", errno) }
        return status
    }

    /// Takes an advisory lock for as long as the file is open; false when another open file holds one against it.
    func lock(shared: Bool) throws -> Bool {
        while flock(descriptor, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            if errno != EINTR { throw DocumentsError(.io, "cannot lock \(path)", errno) }
        }
        isLocked = true
        return true
    }

    /// Makes a rename or removal in the directory `path` durable.
    static func synchronizeDirectory(_ path: String) throws {
        try File(path, O_RDONLY | O_DIRECTORY).synchronize()
    }

    /// Renames within one file system, replacing what was there.
    static func move(_ from: String, _ to: String) throws {
        guard rename(from, to) == 0 else { throw DocumentsError(.io, "cannot rename \(from) to \(to)", errno) }
    }

    /// Whether something of that name exists.
    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }
}

extension DocumentsError {
    /// A failed system call: `what`, the system's own words, and advice for the frequent ones.
    init(_ code: Code, _ what: String, _ number: Int32) {
        let reason = String(cString: strerror(number))
        switch number {
        case ENOSPC, EDQUOT: self.init(.diskFull, "\(what): \(reason); free some space")
        case EROFS: self.init(.readOnly, "\(what): \(reason); mount it for writing")
        default: self.init(code, "\(what): \(reason)")
        }
    }

    fileprivate init(opening path: String, _ number: Int32) {
        switch number {
        case ENOENT: self.init(.notFound, "\(path) does not exist")
        case EACCES, EPERM: self.init(.io, "cannot open \(path): no permission; check its owner and mode")
        default: self.init(.io, "cannot open \(path)", number)
        }
    }
}
