@preconcurrency import Glibc

/// Where a service was found to be, not yet checked.
struct Resolution: Hashable, Sendable {
    /// Numeric, without scope.
    let address: String
    let port: UInt16
    /// The TXT record in wire form.
    let txt: [UInt8]
    /// The name of the interface that the answer came through.
    let interface: String

    /// The service for everybody else to see; nil when it cannot be connected to.
    func service(named name: String) -> DiscoveredService? {
        guard !address.isEmpty, port != 0 else { return nil }
        return DiscoveredService(
            name: DisplayText.cleaned(name, limit: DiscoveryLimits.nameBytes),
            host: Self.isLinkLocal(address) ? "\(address)%\(interface)" : address,
            port: port,
            txt: TXTRecord.parse(txt),
            interface: interface
        )
    }

    /// Whether the address is in fe80::/10, and thus means nothing without an interface.
    static func isLinkLocal(_ address: String) -> Bool {
        let start = address.prefix(4).lowercased()
        return ["fe8", "fe9", "fea", "feb"].contains { start.hasPrefix($0) } && start.utf8.count == 4
            && !start.hasSuffix(":")
    }

    /// The name of the interface with the kernel's `index`, or the index itself when it is gone.
    static func interfaceName(_ index: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: Int(IF_NAMESIZE))
        guard let number = UInt32(exactly: index), if_indextoname(number, &buffer) != nil else { return "\(index)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
