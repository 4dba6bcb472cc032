import CZlib

/// The compressing end of one direction: a raw deflate stream that lives as long as the connection.
///
/// Not sendable: it belongs to one `FrameCodec` and is used by whoever uses that one.
final class Deflate {
    /// What each flush ends with; it does not go onto the wire.
    static let flushMarker: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]

    private let stream: OpaquePointer

    /// `level` 1 … 9, `memoryLevel` 1 … 9. Throws `.badCompression` if zlib refuses.
    init(level: Int, memoryLevel: Int) throws(BLIPError) {
        guard let stream = czlib_deflate_new(Int32(clamping: level), Int32(clamping: memoryLevel)) else {
            throw BLIPError(
                .badCompression,
                "zlib could not start compressing at level \(level), memory level \(memoryLevel); use 1 to 9 for both"
            )
        }
        self.stream = stream
    }

    deinit {
        czlib_deflate_free(stream)
    }

    /// How many bytes may be compressed so that the result, flush marker included, fits into `room` bytes even if they
    /// do not compress at all.
    static func inputThatFits(_ room: Int) -> Int {
        max(0, (room - 32) / 8 * 7)
    }

    /// Appends `input`, compressed and flushed, to `output`; the appended bytes end with `flushMarker`. `input` must not
    /// be empty.
    func compress(_ input: [UInt8], into output: inout [UInt8]) throws(BLIPError) {
        let capacity = czlib_deflate_bound(stream, input.count)
        let compressed = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            input.withUnsafeBufferPointer { input in
                // Neither is nil: the input is not empty and the bound of anything is above 0.
                guard let source = input.baseAddress, let target = buffer.baseAddress else { return }
                count = czlib_deflate_sync(stream, source, input.count, target, capacity)
            }
        }
        guard !compressed.isEmpty else {
            throw BLIPError(.badCompression, "zlib could not compress \(input.count) bytes")
        }
        output += compressed
    }
}
