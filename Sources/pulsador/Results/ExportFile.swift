import FoundationEssentials
@preconcurrency import Glibc

/// Files that are there whole or not at all.
enum ExportFile {
    /// Writes `text` into a file beside `path` that then takes its place, with the permissions of what was there. A link
    /// stays one. Nothing is written into `protected`, a folder. Throws `CommandError`; what was there is left as it was then.
    static func write(_ text: String, to path: String, protecting protected: String) throws {
        var target = path
        var before = stat()
        // What stands behind a descriptor is somebody's that goes on writing there.
        guard !path.hasPrefix("/dev/"), !path.hasPrefix("/proc/") else {
            throw CommandError("'\(path.printable)' is no file; name another, or leave --output out")
        }
        let isThere = stat(path, &before) == 0
        if isThere {
            guard before.st_mode & S_IFMT == S_IFREG else {
                throw CommandError("'\(path.printable)' is no file; name another, or leave --output out")
            }
            if let resolved = realpath(path, nil) {
                target = String(cString: resolved)
                free(resolved)
            }
        } else if lstat(path, &before) == 0 {
            throw CommandError("'\(path.printable)' is a link to nothing; name another file")
        }
        guard !isInside(target, protected) else {
            throw CommandError("'\(path.printable)' is in the database's folder; name a file elsewhere")
        }
        let slash = target.lastIndex(of: "/")
        let folder = slash.map { String(target[...$0]) } ?? ""
        let temporary = "\(folder).pulsador-\(UUID().uuidString).part"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(path) }
        do {
            defer { close(descriptor) }
            if isThere { fchmod(descriptor, before.st_mode & 0o777) }
            try write(Array(text.utf8), to: descriptor, path)
            guard fsync(descriptor) == 0 else { throw failure(path) }
            guard rename(temporary, target) == 0 else { throw failure(path) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private static func isInside(_ file: String, _ folder: String) -> Bool {
        let place = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
        guard let real = realpath(place, nil) else { return false }
        defer { free(real) }
        guard let protected = realpath(folder, nil) else { return false }
        defer { free(protected) }
        let (inner, outer) = (String(cString: real), String(cString: protected))
        return inner == outer || inner.hasPrefix(outer + "/")
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(path)
            }
            rest.removeFirst(count)
        }
    }

    private static func failure(_ path: String) -> CommandError {
        CommandError("'\(path.printable)' cannot be written: \(String(cString: strerror(errno))); name another file")
    }
}
