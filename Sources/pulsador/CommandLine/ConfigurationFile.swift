@preconcurrency import Glibc

/// A command's settings in a file, one a line, named like its options:
///
/// ```
/// # The projector of the big hall
/// name = Friday night
/// port = 18999
/// auto = yes
/// ```
///
/// UTF-8; a line that begins with `#` is a comment. A value is what stands between the `=` and the end of the line, without
/// the blanks around it; there are no quotes and nothing to escape.
struct ConfigurationFile: Sendable {
    struct Setting: Sendable, Equatable {
        let name: String
        let value: String
        /// Counted from 1.
        let line: Int
    }

    /// A hundred settings with a comment each are a tenth of it; a file that is larger is another file.
    static let sizeLimitBytes = 65_536

    let path: String
    let settings: [Setting]

    /// Reads a file. Throws `CommandError` when it cannot be read, `UsageError` with file and line when it is wrong.
    init(path: String) throws {
        try self.init(path: path, bytes: try Self.read(path))
    }

    /// Reads what a file holds; `path` is for messages. Throws `UsageError` with file and line.
    init(path: String, bytes: [UInt8]) throws {
        self.path = path
        var settings: [Setting] = []
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let lines = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, bytes) in lines.enumerated() {
            guard let setting = try Self.setting(bytes, at: (path, index + 1)) else { continue }
            if let first = settings.first(where: { $0.name == setting.name }) {
                throw Self.wrong((path, setting.line), "'\(setting.name)' is set twice, first in line \(first.line)")
            }
            settings.append(setting)
        }
        self.settings = settings
    }

    /// How messages name a setting: `/etc/pulsador/host.conf:3: port`.
    func title(of setting: Setting) -> String {
        "\(path.printable):\(setting.line): \(setting.name)"
    }

    private static func setting(_ bytes: ArraySlice<UInt8>, at place: (String, Int)) throws -> Setting? {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw wrong(place, "this is not UTF-8 text; save the file as UTF-8")
        }
        let line = trimmed(text[...])
        guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
        guard !line.unicodeScalars.contains(where: { $0.properties.generalCategory == .control && $0 != "\t" }) else {
            throw wrong(place, "there is a control character in '\(String(line).printable)'; remove it")
        }
        guard let equals = line.firstIndex(of: "=") else {
            throw wrong(place, "expected 'option = value' or '# comment', not '\(String(line).printable)'")
        }
        let name = String(trimmed(line[..<equals]))
        let value = String(trimmed(line[line.index(after: equals)...]))
        guard !name.isEmpty else { throw wrong(place, "there is no option's name before the '='") }
        guard !value.isEmpty else {
            throw wrong(place, "'\(name.printable)' has no value; give it one, or put a # before it")
        }
        return Setting(name: name, value: value, line: place.1)
    }

    private static func wrong(_ place: (path: String, line: Int), _ text: String) -> UsageError {
        UsageError("\(place.path.printable):\(place.line): \(text)")
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        var rest = text.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }

    private static func read(_ path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw unreadable(path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= sizeLimitBytes {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(path) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
        throw CommandError("\(path.printable) has more than \(sizeLimitBytes) bytes: it is no configuration file")
    }

    private static func unreadable(_ path: String) -> CommandError {
        CommandError(
            "cannot read \(path.printable): \(String(cString: strerror(errno))); name another with --config FILE")
    }
}
