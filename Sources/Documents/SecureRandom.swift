import CDigest

/// The system's source of randomness that nobody can guess.
package enum SecureRandom {
    /// `count` random bytes. Traps when the system has no randomness: no secret can be made then.
    package static func bytes(_ count: Int) -> [UInt8] {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            guard let start = buffer.baseAddress, cdigest_random(start, count) == 1 else { return }
            initialized = count
        }
        precondition(bytes.count == count, "the system's random source is always there")
        return bytes
    }
}
