import Testing

@testable import Documents

@Suite struct DigestTests {
    /// FIPS 180-4's own examples.
    @Test(arguments: [
        ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d", Digest.Algorithm.sha1),
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709", .sha1),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", .sha256),
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", .sha256),
    ]) func aDigestIsTheStandardsOwn(text: String, expected: String, algorithm: Digest.Algorithm) {
        let digest = Digest.digest(algorithm, of: [UInt8](text.utf8))
        #expect(digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
        let streamed = Digest(algorithm)
        for byte in text.utf8 { streamed.update([byte]) }
        #expect(streamed.finish() == digest)
    }

    @Test func secretsCompare() {
        #expect(Digest.constantTimeEquals([1, 2], [1, 2]))
        #expect(!Digest.constantTimeEquals([1, 2], [1, 3]))
        #expect(!Digest.constantTimeEquals([1, 2], [1]))
        #expect(Digest.constantTimeEquals([], []))
    }

    @Test func randomBytesDiffer() {
        #expect(SecureRandom.bytes(32).count == 32)
        #expect(SecureRandom.bytes(32) != SecureRandom.bytes(32))
        #expect(SecureRandom.bytes(0).isEmpty)
    }

    @Test(arguments: 0..<8) func base64IsReadBack(count: Int) {
        let bytes = (0..<count).map { UInt8(250 - $0 * 37) }
        #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }

    @Test(arguments: ["A", "AB", "AAB", "A*AA", "AAAA="]) func malformedBase64IsRefused(text: String) {
        #expect(Base64.decode(Array(text.utf8)) == nil)
    }
}
