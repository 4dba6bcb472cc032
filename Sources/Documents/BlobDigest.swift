/// The name of a blob: the SHA-1 of its bytes, as the sync protocol has it.
///
/// Text form: `sha1-` and base64 with its padding, `sha1-AL0ahpFPEh7DurB9XxwLf5rK0bY=`. The parser takes exactly that.
package struct BlobDigest: Hashable, Sendable {
    /// The 20 bytes.
    package let bytes: [UInt8]

    /// A digest from its 20 bytes; nil for another count.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 20 else { return nil }
        self.bytes = bytes
    }

    /// The digest of `contents`.
    package init(of contents: [UInt8]) {
        bytes = Digest.digest(.sha1, of: contents)
    }

    /// 40 hexadecimal digits, the blob's file name.
    var hex: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Reads `hex` back; nil for anything else.
    init?(hex: some StringProtocol) {
        guard hex.utf8.count == 40 else { return nil }
        var bytes: [UInt8] = []
        var rest = hex[...]
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        self.init(bytes: bytes)
    }
}

extension BlobDigest: LosslessStringConvertible {
    /// Parses `sha1-` and 28 characters of base64; nil for anything else.
    package init?(_ description: String) {
        let text = description.utf8
        guard text.count == 33, description.hasPrefix("sha1-"), text.last == UInt8(ascii: "="),
            let bytes = Base64.decode(text.dropFirst(5).dropLast())
        else { return nil }
        self.init(bytes: bytes)
    }

    package var description: String {
        "sha1-" + String(decoding: Base64.encode(bytes), as: UTF8.self) + "="
    }
}
