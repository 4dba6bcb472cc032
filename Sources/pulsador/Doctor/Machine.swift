import Buttons
import FoundationEssentials
@preconcurrency import Glibc

/// The machine as the checks see it. Tests give it another root, and answers of their own.
struct Machine: Sendable {
    /// Stands before every path that is read.
    var root = ""
    /// Whether this user may read and write a file; the path is without the root.
    var mayUse: @Sendable (_ path: String) -> Bool = { access($0, R_OK | W_OK) == 0 }
    /// The first lines that a program prints, found through PATH; nil when it is not there or fails.
    var output: @Sendable (_ command: [String]) -> [String]? = { Machine.run($0) }
    /// What the kernel says of an interface's power saving, see `WirelessExtensions`.
    var powerSaving: @Sendable (_ interface: String) -> Bool? = { WirelessExtensions.powerSaving(of: $0) }
    var kernel = Machine.release

    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + path) }

    /// A file's text without the end of its last line; nil when it cannot be read.
    func text(_ path: String) -> String? {
        guard let data = FileManager.default.contents(atPath: root + path) else { return nil }
        let text = String(decoding: data, as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// The names in a folder, sorted; none when it is not there.
    func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []).sorted()
    }

    private static let mostLines = 20

    private static func run(_ command: [String]) -> [String]? {
        guard let child = try? ChildProcess(command, isSilent: true) else { return nil }
        var lines: [String] = []
        while lines.count < mostLines, let line = child.line() { lines.append(line) }
        return child.wait() == 0 ? lines : nil
    }

    private static var release: String { Kernel.release }
}
