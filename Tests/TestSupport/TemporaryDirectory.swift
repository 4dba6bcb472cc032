import FoundationEssentials

/// A fresh directory that is removed with everything in it when the value goes away.
package final class TemporaryDirectory: Sendable {
    package let path: String

    /// Makes one below `parent`, or where the system keeps such directories.
    package init(in parent: String? = nil) throws {
        let root = parent.map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory
        let directory = root.appending(path: "pulsador-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        path = directory.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of `name` inside the directory; nothing is created.
    package func file(_ name: String) -> String {
        "\(path)/\(name)"
    }
}
