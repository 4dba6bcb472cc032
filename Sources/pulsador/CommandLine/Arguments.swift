import Settings

/// What a command was told: by its words, by the environment, by a configuration file, in this order of precedence.
struct Arguments: Sendable {
    private struct Setting: Sendable {
        /// A flag's is a switch's position.
        let text: String
        /// What messages call it, so that one finds where it was set.
        let title: String
    }

    private var settings: [String: Setting] = [:]
    private(set) var positionals: [String] = []

    /// Reads `words` of a command, and `environment`; of the file that an option `config` names, what neither sets.
    /// Throws `UsageError`, and `CommandError` for a file that cannot be read.
    init(_ words: [String], for command: any Command.Type, environment: [String: String]) throws {
        try readWords(words, command.options)
        let operand = command.operandSetting
        for option in command.options + (operand.map { [$0] } ?? []) where settings[option.name] == nil {
            guard let text = environment[option.variable] else { continue }
            settings[option.name] = Setting(text: text, title: option.variable)
        }
        if command.options.contains(where: { $0.name == "config" }), let path = string("config") {
            try read(Self.file(path), command)
        }
        if positionals.isEmpty, let operand, let given = settings[operand.name] { positionals = [given.text] }
        guard positionals.count >= command.operandCount.lowerBound else { throw UsageError("something is missing") }
        guard positionals.count <= command.operandCount.upperBound else {
            throw UsageError("unexpected '\(positionals[command.operandCount.upperBound].printable)'")
        }
    }

    private mutating func readWords(_ words: [String], _ options: [Option]) throws {
        var rest = words[...]
        var isOptionsOver = false
        while let word = rest.popFirst() {
            if isOptionsOver || word == "-" || !word.hasPrefix("-") {
                positionals.append(word)
            } else if word == "--" {
                isOptionsOver = true
            } else {
                let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = parts.first.map(String.init) ?? ""
                guard word.hasPrefix("--"), let option = options.first(where: { $0.name == name }) else {
                    let hint = Self.near(word.drop { $0 == "-" }.prefix { $0 != "=" }, options)
                    throw UsageError(
                        "unknown option '\(word.printable)'" + (hint.map { ", did you mean --\($0)?" } ?? ""))
                }
                let attached = parts.count > 1 ? String(parts[1]) : nil
                if option.value == nil {
                    guard attached == nil else { throw UsageError("--\(name) takes no value") }
                    settings[name] = Setting(text: "yes", title: "--\(name)")
                } else if let value = attached ?? rest.popFirst() {
                    settings[name] = Setting(text: value, title: "--\(name)")
                } else {
                    throw UsageError("--\(name) needs a value: --\(name) \(option.value ?? "")")
                }
            }
        }
    }

    /// Throws `UsageError` for a wrong line, `CommandError` for a file that cannot be read.
    private static func file(_ path: String) throws -> SettingsFile {
        do {
            return try SettingsFile(path: path, noun: "option")
        } catch {
            switch error.code {
            case .unreadable: throw CommandError("\(error); name another with --config FILE")
            case .tooLarge: throw CommandError("\(error)")
            case .invalid: throw UsageError("\(error)")
            }
        }
    }

    private mutating func read(_ file: SettingsFile, _ command: any Command.Type) throws {
        let known = (command.options + (command.operandSetting.map { [$0] } ?? [])).filter { $0.name != "config" }
        for line in file.settings {
            guard let option = known.first(where: { $0.name == line.name }) else {
                let hint = Self.near(line.name[...], known).map { ", did you mean '\($0)'?" } ?? ""
                let place = "\(file.path.printable):\(line.line)"
                throw UsageError("\(place): '\(command.name)' has no option '\(line.name.printable)'\(hint)")
            }
            if option.value == nil, Self.position(line.value) == nil {
                throw UsageError("\(file.title(of: line)) takes yes or no, not '\(line.value.printable)'")
            }
            if settings[option.name] == nil {
                settings[option.name] = Setting(text: line.value, title: file.title(of: line))
            }
        }
    }

    private static func near(_ name: Substring, _ options: [Option]) -> String? {
        name.isEmpty ? nil : options.first { $0.name.hasPrefix(name.prefix(3)) }?.name
    }

    /// Whether a switch is on; nil for what is neither.
    private static func position(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "yes", "true", "on", "1": true
        case "no", "false", "off", "0", "": false
        default: nil
        }
    }

    /// Whether the flag is set. An environment variable sets it with anything but a no.
    func flag(_ name: String) -> Bool { settings[name].map { Self.position($0.text) ?? true } ?? false }

    /// A value that is on or off. Throws `UsageError`.
    func position(_ name: String, default fallback: Bool) throws -> Bool {
        guard let text = string(name) else { return fallback }
        guard !text.isEmpty, let position = Self.position(text) else {
            throw UsageError("\(title(name)) takes on or off, not '\(text.printable)'")
        }
        return position
    }

    func string(_ name: String) -> String? { settings[name]?.text }

    /// What messages call an option: `--port`, `PULSADOR_PORT` or `/etc/pulsador/host.conf:3: port`.
    func title(_ name: String) -> String { settings[name]?.title ?? "--\(name)" }

    /// A whole number in `range`, or `fallback` when it is not given. Throws `UsageError`.
    func int(_ name: String, in range: ClosedRange<Int>, default fallback: Int) throws -> Int {
        guard let text = string(name) else { return fallback }
        guard let number = Int(text), range.contains(number) else {
            let limits = "\(range.lowerBound) to \(range.upperBound)"
            throw UsageError("\(title(name)) takes a whole number from \(limits), not '\(text.printable)'")
        }
        return number
    }

    /// Any 64-bit whole number, or nil when it is not given.
    func seed(_ name: String) throws -> UInt64? {
        guard let text = string(name) else { return nil }
        guard let number = UInt64(text) else {
            throw UsageError("\(title(name)) takes a whole number from 0, not '\(text.printable)'")
        }
        return number
    }
}

extension String {
    /// The text without control characters, cut to a length a line can bear: safe to print on a terminal.
    var printable: String {
        let kept = unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format ? "?" : scalar
        }
        let text = String(String.UnicodeScalarView(kept))
        return text.count > 200 ? text.prefix(200) + "…" : text
    }
}
