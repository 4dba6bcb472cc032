/// The wire form of a service's TXT record (RFC 6763 section 6).
///
/// | part | bytes |
/// |---|---|
/// | length | 1 |
/// | `key=value` | length |
///
/// … repeated. Example: `tls=1` and `game=a` are `06 67 61 6D 65 3D 61 05 74 6C 73 3D 31`.
enum TXTRecord {
    /// The record that holds `entries`, by ascending key.
    static func encode(_ entries: [String: String]) throws(DiscoveryError) -> [UInt8] {
        var wire: [UInt8] = []
        for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
            guard !key.isEmpty, key.utf8.allSatisfy(isKeyByte) else {
                throw DiscoveryError(
                    code: .invalidTXTKey,
                    message: "TXT key \"\(DisplayText.cleaned(key, limit: 40))\" cannot be advertised; "
                        + "use printable ASCII without '='"
                )
            }
            let entry = Array("\(key)=\(value)".utf8)
            guard let length = UInt8(exactly: entry.count) else {
                throw DiscoveryError(
                    code: .txtTooLong,
                    message: "TXT entry \"\(key)\" has \(entry.count) bytes; "
                        + "shorten it to \(DiscoveryLimits.txtStringBytes)"
                )
            }
            wire.append(length)
            wire.append(contentsOf: entry)
        }
        guard wire.count <= DiscoveryLimits.txtBytes else {
            throw DiscoveryError(
                code: .txtTooLong,
                message: "the TXT record has \(wire.count) bytes; shorten it to \(DiscoveryLimits.txtBytes)"
            )
        }
        return wire
    }

    /// What a stranger's record says: keys in lower case, the first of equal keys, values fit for display, a key
    /// without value as an empty one. Whatever is malformed or beyond the limits is left out.
    static func parse(_ wire: [UInt8]) -> [String: String] {
        var entries: [String: String] = [:]
        var rest = wire.prefix(DiscoveryLimits.foreignTXTBytes)
        while let length = rest.popFirst(), rest.count >= Int(length) {
            let entry = rest.prefix(Int(length))
            rest = rest.dropFirst(Int(length))
            let key = entry.prefix { $0 != equals }
            guard !key.isEmpty, key.allSatisfy(isKeyByte) else { continue }
            let name = String(decoding: key, as: UTF8.self).lowercased()
            guard entries[name] == nil, entries.count < DiscoveryLimits.foreignTXTKeys else { continue }
            let value = String(decoding: entry.dropFirst(key.count + 1), as: UTF8.self)
            entries[name] = DisplayText.cleaned(value, limit: DiscoveryLimits.txtStringBytes)
        }
        return entries
    }

    private static let equals = UInt8(ascii: "=")

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != equals
    }
}
