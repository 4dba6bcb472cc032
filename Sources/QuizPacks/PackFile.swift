import Glibc

/// Reads a pack's bytes from disk, bounded.
enum PackFile {
    /// The bytes of the regular file at `path`, at most `limit` of them. Blocks; opens nothing but regular files, so
    /// a pipe or a device named by mistake cannot hold the caller.
    static func read(_ path: String, limit: Int = PackLimits.fileBytes) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw unreadable(path, errno) }
        defer { close(descriptor) }

        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            let found = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "no regular file"
            throw PackError(.unreadable, "this is \(found); name a question pack (*.quiz.json)", file: path)
        }

        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(limit, Int(status.st_size)) + 1)
        let chunkBytes = 65_536
        while true {
            let chunk = try [UInt8](unsafeUninitializedCapacity: chunkBytes) { buffer, count in
                var result: Int
                repeat {
                    result = Glibc.read(descriptor, buffer.baseAddress, chunkBytes)
                } while result < 0 && errno == EINTR
                guard result >= 0 else { throw unreadable(path, errno) }
                count = result
            }
            if chunk.isEmpty { return bytes }
            bytes += chunk
            guard bytes.count <= limit else {
                throw PackError(
                    .tooLarge, "the file is larger than \(limit / 1_000_000) MB; split it into several packs",
                    file: path)
            }
        }
    }

    /// Whether `path` names a regular file.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func unreadable(_ path: String, _ code: Int32) -> PackError {
        let message =
            switch code {
            case ENOENT, ENOTDIR: "there is no such file; check the path"
            case EACCES: "reading it is not permitted; check the file's permissions"
            default: "cannot be read: \(String(cString: strerror(code)))"
            }
        return PackError(.unreadable, message, file: path)
    }
}
