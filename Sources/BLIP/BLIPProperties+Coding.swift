/// On the wire: `key NUL value NUL key NUL value NUL …`, UTF-8, at most 100 KiB. The length before it is the message's.
extension BLIPProperties {
    /// The property list without its length.
    ///
    /// Throws `.badProperties` if a key or value holds a NUL or the whole is above 100 KiB. A caller that puts foreign
    /// text into properties can find out here before it sends: a request that cannot be encoded ends the connection.
    package func encoded() throws(BLIPError) -> [UInt8] {
        var bytes: [UInt8] = []
        for (key, value) in pairs {
            bytes.append(contentsOf: key.utf8)
            bytes.append(0)
            bytes.append(contentsOf: value.utf8)
            bytes.append(0)
        }
        guard bytes.count <= Tuning.maxPropertiesBytes else {
            throw BLIPError(
                .badProperties,
                "\(bytes.count) bytes of properties are above the limit of \(Tuning.maxPropertiesBytes); send less",
                context: profile
            )
        }
        guard bytes.count(where: { $0 == 0 }) == 2 * pairs.count else {
            throw BLIPError(.badProperties, "a property cannot hold a NUL character; remove it", context: profile)
        }
        return bytes
    }

    /// Reads a property list that fills `bytes`. Throws `.badProperties` if it is above 100 KiB, does not end with a NUL,
    /// has a key without a value, or is not UTF-8.
    package init(parsing bytes: ArraySlice<UInt8>) throws(BLIPError) {
        guard bytes.count <= Tuning.maxPropertiesBytes else { throw Self.error("are above 100 KiB") }
        guard bytes.last ?? 0 == 0 else { throw Self.error("do not end with a NUL") }
        var pairs: [(String, String)] = []
        var key: String?
        var start = bytes.startIndex
        while start < bytes.endIndex {
            // Never nil: the last byte is a NUL.
            let end = bytes[start...].firstIndex(of: 0) ?? bytes.endIndex
            guard let text = String(validating: bytes[start..<end], as: UTF8.self) else {
                throw Self.error("are not UTF-8")
            }
            if let name = key {
                pairs.append((name, text))
                key = nil
            } else {
                key = text
            }
            start = end + 1
        }
        guard key == nil else { throw Self.error("have a key without a value") }
        self.init(received: pairs)
    }

    private static func error(_ problem: String) -> BLIPError {
        BLIPError(.badProperties, "the peer's properties \(problem)")
    }
}
