/// The names in `Sec-WebSocket-Protocol` (RFC 6455, section 4.1: HTTP tokens).
enum Subprotocol {
    static func isValid(_ name: String) -> Bool {
        let bytes = name.utf8
        return !bytes.isEmpty && bytes.count <= Tuning.maxSubprotocolBytes
            && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"()<>@,;:\\\"/[]?={}".utf8.contains($0) }
    }

    /// The names of a header's value; nil when one is no name, or stands there twice.
    static func parse(_ value: String) -> [String]? {
        if value.isEmpty { return [] }
        var names: [String] = []
        for part in value.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(HTTPText.trimmed(part))
            guard isValid(name), !names.contains(name) else { return nil }
            names.append(name)
        }
        return names
    }
}
