@preconcurrency import Glibc

/// Settings in a file, one a line: a command's, named like its options, or the fields of a pin map.
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
package struct SettingsFile: Sendable {
    package struct Setting: Hashable, Sendable {
        package let name: String
        package let value: String
        /// Counted from 1.
        package let line: Int

        package init(name: String, value: String, line: Int) {
            self.name = name
            self.value = value
            self.line = line
        }
    }

    /// A hundred settings with a comment each are a tenth of it; a file that is larger is another file.
    package static let sizeLimitBytes = 65_536

    package let path: String
    package let settings: [Setting]

    /// Reads a file; `noun` is what a setting is called in messages, such as "option". Throws `SettingsError`.
    package init(path: String, noun: String) throws(SettingsError) {
        try self.init(path: path, bytes: try Self.read(path, noun), noun: noun)
    }

    /// Reads what a file holds; `path` is for messages. Throws `SettingsError.invalid` with file and line.
    package init(path: String, bytes: [UInt8], noun: String) throws(SettingsError) {
        self.path = path
        var settings: [Setting] = []
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let lines = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, bytes) in lines.enumerated() {
            guard let setting = try Self.setting(bytes, noun, at: (path, index + 1)) else { continue }
            if let first = settings.first(where: { $0.name == setting.name }) {
                throw Self.wrong((path, setting.line), "'\(setting.name)' is set twice, first in line \(first.line)")
            }
            settings.append(setting)
        }
        self.settings = settings
    }

    /// How messages name a setting: `/etc/pulsador/host.conf:3: port`.
    package func title(of setting: Setting) -> String {
        "\(path.plain):\(setting.line): \(setting.name)"
    }

    private static func setting(
        _ bytes: ArraySlice<UInt8>, _ noun: String, at place: (String, Int)
    ) throws(SettingsError) -> Setting? {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw wrong(place, "this is not UTF-8 text; save the file as UTF-8")
        }
        let line = trimmed(text[...])
        guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
        guard !line.unicodeScalars.contains(where: { $0.properties.generalCategory == .control && $0 != "\t" }) else {
            throw wrong(place, "there is a control character in '\(line.plain)'; remove it")
        }
        guard let equals = line.firstIndex(of: "=") else {
            throw wrong(place, "expected '\(noun) = value' or '# comment', not '\(line.plain)'")
        }
        let name = String(trimmed(line[..<equals]))
        let value = String(trimmed(line[line.index(after: equals)...]))
        guard !name.isEmpty else { throw wrong(place, "there is no \(noun)'s name before the '='") }
        guard !value.isEmpty else {
            throw wrong(place, "'\(name.plain)' has no value; give it one, or put a # before it")
        }
        return Setting(name: name, value: value, line: place.1)
    }

    private static func wrong(_ place: (path: String, line: Int), _ text: String) -> SettingsError {
        SettingsError(code: .invalid, message: text, context: "\(place.path.plain):\(place.line)")
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        var rest = text.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }

    private static func read(_ path: String, _ noun: String) throws(SettingsError) -> [UInt8] {
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
        throw SettingsError(
            code: .tooLarge, message: "has more than \(sizeLimitBytes) bytes: it is no file of \(noun)s",
            context: path.plain)
    }

    private static func unreadable(_ path: String) -> SettingsError {
        SettingsError(code: .unreadable, message: String(cString: strerror(errno)), context: path.plain)
    }
}
