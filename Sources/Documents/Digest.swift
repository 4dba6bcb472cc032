import CDigest

/// A digest computed piece by piece (libcrypto). One thread at a time.
package final class Digest {
    /// The hash function.
    package enum Algorithm: Sendable {
        /// 20 bytes (FIPS 180-4); only because the sync protocol names blobs by it.
        case sha1
        /// 32 bytes (FIPS 180-4).
        case sha256

        fileprivate var bits: Int32 { self == .sha1 ? 160 : 256 }
        fileprivate var byteCount: Int { Int(bits) / 8 }
    }

    private let algorithm: Algorithm
    private let context: OpaquePointer

    package init(_ algorithm: Algorithm) {
        guard let context = cdigest_new(algorithm.bits) else {
            preconditionFailure("libcrypto always has \(algorithm); it fails only without memory")
        }
        self.algorithm = algorithm
        self.context = context
    }

    deinit { cdigest_free(context) }

    /// Adds bytes.
    package func update(_ bytes: [UInt8]) {
        let result = bytes.withUnsafeBytes { cdigest_update(context, $0.baseAddress, $0.count) }
        precondition(result == 1, "libcrypto takes bytes until the digest is finished")
    }

    /// The digest of everything added. Call once, last.
    package func finish() -> [UInt8] {
        let output = [UInt8](unsafeUninitializedCapacity: algorithm.byteCount) { buffer, count in
            if let start = buffer.baseAddress { count = cdigest_finish(context, start) }
        }
        precondition(output.count == algorithm.byteCount, "a digest is finished once")
        return output
    }

    /// The digest of `bytes` in one go.
    package static func digest(_ algorithm: Algorithm, of bytes: [UInt8]) -> [UInt8] {
        let digest = Digest(algorithm)
        digest.update(bytes)
        return digest.finish()
    }

    /// Compares two secrets, or digests of such, in a time that depends on their lengths only.
    package static func constantTimeEquals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        guard !left.isEmpty else { return true }
        return left.withUnsafeBytes { first in
            right.withUnsafeBytes { second in
                guard let first = first.baseAddress, let second = second.baseAddress else { return false }
                return cdigest_equal(first, second, left.count) == 1
            }
        }
    }
}
