import CAvahi

/// DNS-SD service names.
enum ServiceName {
    /// The name to try after `name` turned out to be taken: `x`, `x #2`, `x #3` …, at most 63 bytes. Nil without
    /// memory.
    static func alternative(to name: String) -> String? {
        var buffer = [CChar](repeating: 0, count: DiscoveryLimits.nameBytes + 1)
        let length = cavahi_alternative_name(name, &buffer, buffer.count)
        guard length >= 0 else { return nil }
        return String(decoding: buffer.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
