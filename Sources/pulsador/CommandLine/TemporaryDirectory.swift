import FoundationEssentials

/// A directory for one run of a command, gone with everything in it at the end.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "pulsador-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            throw CommandError("no temporary directory can be made in \(url.deletingLastPathComponent().path)")
        }
        path = url.path
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    deinit {
        remove()
    }
}
