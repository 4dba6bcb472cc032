/// One edit of one document: when, by the author's hybrid clock, and by whom.
///
/// Text form: `18ecbe000e990000@DeW0Cmq3QX6+CStGmDegsg`: hexadecimal time without leading zeros, `@`, source. The
/// parser also takes upper case and leading zeros; it refuses time 0, more than 16 significant digits, white space and
/// `*` (which stands for "me" inside some other databases and must never travel).
package struct Version: Hashable, Sendable {
    /// Nanoseconds since 1970 with a counter in the low bits (`HybridClock`); 1 or more.
    package let time: UInt64
    package let source: SourceID

    /// A version; `time` must not be 0, which no text form has.
    package init(time: UInt64, source: SourceID) {
        precondition(time != 0, "a version's time starts at 1")
        self.time = time
        self.source = source
    }

    /// Parses exactly one version; nil for anything else.
    init?(text: UnsafeBufferPointer<UInt8>) {
        guard text.count >= 24 else { return nil }
        let separator = text.count - 23
        guard text[separator] == UInt8(ascii: "@") else { return nil }
        var time: UInt64 = 0
        for index in 0..<separator {
            let digit: UInt8
            switch text[index] {
            case 0x30...0x39: digit = text[index] - 0x30
            case 0x61...0x66: digit = text[index] - 0x61 + 10
            case 0x41...0x46: digit = text[index] - 0x41 + 10
            default: return nil
            }
            guard time >> 60 == 0 else { return nil }
            time = time << 4 | UInt64(digit)
        }
        guard time != 0, let source = SourceID(text: UnsafeBufferPointer(rebasing: text[(separator + 1)...])) else {
            return nil
        }
        self.time = time
        self.source = source
    }

    /// Appends the text form.
    func write(to output: inout [UInt8]) {
        var shift = (63 - time.leadingZeroBitCount) / 4 * 4
        while shift >= 0 {
            let digit = UInt8(truncatingIfNeeded: time >> UInt64(shift) & 15)
            output.append(digit < 10 ? digit + 0x30 : digit - 10 + 0x61)
            shift -= 4
        }
        output.append(UInt8(ascii: "@"))
        source.write(to: &output)
    }

    /// Later first; equal times by source, so that the order is the same everywhere.
    static func newestFirst(_ left: Version, _ right: Version) -> Bool {
        left.time != right.time ? left.time > right.time : left.source < right.source
    }
}

extension Version: LosslessStringConvertible {
    /// Parses exactly one version; nil for anything else.
    package init?(_ description: String) {
        var text = description
        guard let version = text.withUTF8({ Version(text: $0) }) else { return nil }
        self = version
    }

    package var description: String {
        var output: [UInt8] = []
        output.reserveCapacity(39)
        write(to: &output)
        return String(decoding: output, as: UTF8.self)
    }
}
