import Settings

/// Takes the fields of a pin map one after the other out of its file.
struct PinMapReader {
    static let actives = ["low": true, "high": false]

    private let file: SettingsFile
    private var rest: [SettingsFile.Setting]
    /// Every field that was asked for, for a hint at a misspelled one.
    private var known: [String] = []

    init(_ file: SettingsFile) {
        self.file = file
        rest = file.settings
    }

    private mutating func take(_ field: String) -> SettingsFile.Setting? {
        known.append(field)
        guard let index = rest.firstIndex(where: { $0.name == field }) else { return nil }
        return rest.remove(at: index)
    }

    mutating func text(_ field: String) throws(ButtonsError) -> String {
        guard let setting = take(field) else { throw missing(field) }
        return setting.value
    }

    mutating func optionalText(_ field: String) -> String? {
        take(field)?.value
    }

    /// What blanks separate; empty when the field is not there.
    mutating func words(_ field: String) -> [String] {
        take(field).map { $0.value.split { $0 == " " || $0 == "\t" }.map(String.init) } ?? []
    }

    /// Alternatives, with commas between them; empty when the field is not there.
    mutating func list(_ field: String) throws(ButtonsError) -> [String] {
        try take(field).map { setting throws(ButtonsError) in try alternatives(setting) } ?? []
    }

    mutating func line(_ field: String) throws(ButtonsError) -> PinMap.Line? {
        let pin = take("\(field)-pin")
        guard let setting = take(field) else {
            if let pin {
                throw fault(pin, "names the pin of a line, but there is no '\(field)'; add it, or remove this")
            }
            return nil
        }
        return PinMap.Line(
            field: field, alternatives: try alternatives(setting), place: file.title(of: setting), pin: pin?.value)
    }

    /// `button-1` to `button-4`; without being required they may be left out, but only all of them.
    mutating func lines(_ field: String, isRequired: Bool) throws(ButtonsError) -> [PinMap.Line] {
        var lines: [PinMap.Line] = []
        var absent: String?
        for number in 1...ButtonsTuning.lineCount {
            if let line = try line("\(field)-\(number)") {
                lines.append(line)
            } else {
                absent = absent ?? "\(field)-\(number)"
            }
        }
        if let absent, isRequired || !lines.isEmpty { throw missing(absent) }
        return lines
    }

    mutating func choice<Value>(
        _ field: String, _ choices: [String: Value], default fallback: Value
    ) throws(ButtonsError) -> Value {
        guard let setting = take(field) else { return fallback }
        guard let value = choices[setting.value] else {
            let words = choices.keys.sorted().joined(separator: ", ")
            throw fault(setting, "takes one of \(words), not '\(setting.value.printable)'")
        }
        return value
    }

    /// `key-1` to `key-4`; all, or none.
    mutating func keys() throws(ButtonsError) -> KeyMap? {
        var buttons: [[UInt32]] = []
        var absent: String?
        for number in 1...ButtonsTuning.lineCount {
            guard let setting = take("key-\(number)") else {
                absent = absent ?? "key-\(number)"
                continue
            }
            var codes: [UInt32] = []
            for name in try alternatives(setting) {
                do throws(KeyMap.UnknownKey) {
                    codes.append(try KeyMap.code(name))
                } catch {
                    throw fault(setting, error.message)
                }
            }
            buttons.append(codes)
        }
        if let absent, !buttons.isEmpty { throw missing(absent) }
        return buttons.isEmpty ? nil : KeyMap(buttons)
    }

    /// `host-1` to `host-4`; a button that is left out does what it usually does.
    mutating func hostKeys() throws(ButtonsError) -> [PinMap.HostKey] {
        let words = Dictionary(uniqueKeysWithValues: PinMap.HostKey.allCases.map { ($0.rawValue, $0) })
        var keys: [PinMap.HostKey] = []
        for (index, usual) in PinMap.HostKey.allCases.enumerated() {
            keys.append(try choice("host-\(index + 1)", words, default: usual))
        }
        return keys
    }

    /// Throws for a field that no pin map has.
    func refuseTheRest() throws(ButtonsError) {
        guard let first = rest.first else { return }
        let near = known.filter { $0.hasPrefix(first.name.prefix(3)) }.min { $0.count < $1.count }
        let hint = near.map { ", did you mean '\($0)'?" } ?? ""
        throw fault(first, "there is no such field in a pin map\(hint)")
    }

    private func alternatives(_ setting: SettingsFile.Setting) throws(ButtonsError) -> [String] {
        let parts = setting.value.split(separator: ",", omittingEmptySubsequences: false).map { part in
            var part = part.drop { $0 == " " || $0 == "\t" }
            while let last = part.last, last == " " || last == "\t" { part.removeLast() }
            return String(part)
        }
        guard !parts.contains(""), parts.count <= ButtonsTuning.alternatives else {
            throw fault(
                setting,
                "takes up to \(ButtonsTuning.alternatives) names with commas between them, not '\(setting.value.printable)'"
            )
        }
        return parts
    }

    private func missing(_ field: String) -> ButtonsError {
        ButtonsError(.invalidBoard, "there is no '\(field)'; add a line '\(field) = …'", context: file.path.printable)
    }

    private func fault(_ setting: SettingsFile.Setting, _ message: String) -> ButtonsError {
        ButtonsError(.invalidBoard, message, context: file.title(of: setting))
    }
}
