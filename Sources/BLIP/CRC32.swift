import CZlib

/// A running CRC-32, starting at 0.
struct CRC32: Hashable, Sendable {
    private(set) var value: UInt32 = 0

    /// Adds the bytes of `bytes` from `start` to its end.
    mutating func add(_ bytes: [UInt8], from start: Int = 0) {
        value = bytes.withUnsafeBufferPointer { buffer in
            let part = UnsafeBufferPointer(rebasing: buffer[start...])
            return czlib_crc32(value, part.baseAddress, part.count)
        }
    }

    /// How many bytes it takes at the end of a frame.
    static let byteCount = 4

    /// Appends the value, most significant byte first.
    func append(to frame: inout [UInt8]) {
        frame.append(UInt8(truncatingIfNeeded: value >> 24))
        frame.append(UInt8(truncatingIfNeeded: value >> 16))
        frame.append(UInt8(truncatingIfNeeded: value >> 8))
        frame.append(UInt8(truncatingIfNeeded: value))
    }

    /// The value in the last four bytes of `frame`, which has at least four.
    static func read(atEndOf frame: [UInt8]) -> UInt32 {
        frame[(frame.count - byteCount)...].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
