/// The words behind a command's name, checked against its options.
struct Arguments: Sendable {
    private let values: [String: String]
    private let flags: Set<String>
    let positionals: [String]

    /// Reads `words`; what the environment sets fills in what they leave out. Throws `UsageError`.
    init(_ words: [String], options: [Option], positionals range: ClosedRange<Int>, environment: [String: String])
        throws
    {
        var values: [String: String] = [:]
        var flags: Set<String> = []
        var positionals: [String] = []
        for option in options {
            guard let text = environment[option.variable] else { continue }
            if option.value != nil {
                values[option.name] = text
            } else if !["", "0", "no", "false"].contains(text.lowercased()) {
                flags.insert(option.name)
            }
        }
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
                    throw UsageError(Self.unknown(word, options))
                }
                let attached = parts.count > 1 ? String(parts[1]) : nil
                if option.value == nil {
                    guard attached == nil else { throw UsageError("--\(name) takes no value") }
                    flags.insert(name)
                } else if let value = attached ?? rest.popFirst() {
                    values[name] = value
                } else {
                    throw UsageError("--\(name) needs a value: --\(name) \(option.value ?? "")")
                }
            }
        }
        guard positionals.count >= range.lowerBound else { throw UsageError("something is missing") }
        guard positionals.count <= range.upperBound else {
            throw UsageError("unexpected '\(positionals[range.upperBound].printable)'")
        }
        self.values = values
        self.flags = flags
        self.positionals = positionals
    }

    private static func unknown(_ word: String, _ options: [Option]) -> String {
        let name = word.drop { $0 == "-" }.prefix { $0 != "=" }
        let near = options.first { $0.name.hasPrefix(name.prefix(3)) && !name.isEmpty }
        return "unknown option '\(word.printable)'" + (near.map { ", did you mean --\($0.name)?" } ?? "")
    }

    func flag(_ name: String) -> Bool { flags.contains(name) }

    func string(_ name: String) -> String? { values[name] }

    /// A whole number in `range`, or `fallback` when it is not given. Throws `UsageError`.
    func int(_ name: String, in range: ClosedRange<Int>, default fallback: Int) throws -> Int {
        guard let text = values[name] else { return fallback }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "--\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text.printable)'"
            )
        }
        return number
    }

    /// Any 64-bit whole number, or nil when it is not given.
    func seed(_ name: String) throws -> UInt64? {
        guard let text = values[name] else { return nil }
        guard let number = UInt64(text) else {
            throw UsageError("--\(name) takes a whole number from 0, not '\(text.printable)'")
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
