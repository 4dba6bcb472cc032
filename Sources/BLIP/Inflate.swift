import CZlib

/// The decompressing end of one direction: a raw deflate stream that lives as long as the connection.
///
/// Not sendable: it belongs to one `FrameCodec` and is used by whoever uses that one.
final class Inflate {
    private let stream: OpaquePointer
    private let chunk: UnsafeMutableBufferPointer<UInt8>

    /// Throws `.badCompression` if memory is short.
    init() throws(BLIPError) {
        guard let stream = czlib_inflate_new() else {
            throw BLIPError(.badCompression, "no memory for a decompressor; close other connections")
        }
        self.stream = stream
        chunk = .allocate(capacity: Tuning.inflateChunkBytes)
    }

    deinit {
        czlib_inflate_free(stream)
        chunk.deallocate()
    }

    /// The decompressed bytes of `frame[range]`, which is one frame's payload without its flush marker.
    ///
    /// Throws `.badCompression` on anything but deflate data, `.tooLarge` above `limit` bytes; the stream is of no use
    /// afterwards.
    func decompress(_ frame: [UInt8], in range: Range<Int>, limit: Int) throws(BLIPError) -> [UInt8] {
        var output: [UInt8] = []
        try feed(frame, in: range, into: &output, limit: limit)
        try feed(Deflate.flushMarker, in: Deflate.flushMarker.indices, into: &output, limit: limit)
        return output
    }

    private func feed(
        _ input: [UInt8], in range: Range<Int>, into output: inout [UInt8], limit: Int
    ) throws(BLIPError) {
        var position = range.lowerBound
        while true {
            var consumed = 0
            var written = 0
            let status = input.withUnsafeBufferPointer { buffer -> Int32 in
                let rest = UnsafeBufferPointer(rebasing: buffer[position..<range.upperBound])
                // `chunk` was allocated with a capacity above 0; an empty input has nothing to say.
                guard let source = rest.baseAddress, let target = chunk.baseAddress else { return 0 }
                return czlib_inflate_some(stream, source, rest.count, &consumed, target, chunk.count, &written)
            }
            guard status == 0 else { throw Self.error(status) }
            guard output.count + written <= limit else {
                throw BLIPError(.tooLarge, "a compressed frame grows above \(limit) bytes; the peer must send less")
            }
            output += UnsafeBufferPointer(rebasing: chunk[..<written])
            position += consumed
            // A full chunk may have left output behind in zlib, also when all input has been read.
            if written < chunk.count {
                if position == range.upperBound { return }
                if consumed == 0 { throw Self.error(-1) }
            }
        }
    }

    private static func error(_ status: Int32) -> BLIPError {
        switch status {
        case 1: BLIPError(.badCompression, "the peer ended its deflate stream; it must last as long as the connection")
        case -2: BLIPError(.badCompression, "no memory to decompress; close other connections")
        default: BLIPError(.badCompression, "the payload is not deflate data; peer and we lost step")
        }
    }
}
