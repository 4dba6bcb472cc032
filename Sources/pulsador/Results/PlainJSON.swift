import FoundationEssentials

/// JSON that a terminal may be shown: equal to any other, with what would control it escaped.
enum PlainJSON {
    /// One line, or several when `isPretty`; with its end.
    static func text(_ value: some Encodable, isPretty: Bool = false) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            isPretty ? [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted] : [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(value), as: UTF8.self)
        var plain = ""
        plain.reserveCapacity(json.utf8.count + 1)
        for scalar in json.unicodeScalars {
            switch scalar.properties.generalCategory {
            // Those below the space are escaped already, so that what is left of them are the ends of lines.
            case .control where scalar.value > 0x1F, .format, .lineSeparator, .paragraphSeparator:
                for unit in String(scalar).utf16 { plain += escape(unit) }
            default: plain.unicodeScalars.append(scalar)
            }
        }
        return plain + "\n"
    }

    private static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
