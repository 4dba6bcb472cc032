/// What a browser knows of a service before it is resolved; names it to the daemon.
struct ServiceKey: Hashable, Sendable {
    /// The kernel's interface index.
    let interface: Int32
    let isIPv6: Bool
    /// As the daemon spells it, not yet fit for display.
    let name: String
    let domain: String
}
