/// Every number that discovery was tuned with.
enum DiscoveryLimits {
    /// Bytes of a service name (RFC 6763 section 4.1.1: one DNS label).
    static let nameBytes = 63
    /// Bytes of one `key=value` string of a TXT record (RFC 6763 section 6.1: one length byte).
    static let txtStringBytes = 255
    /// Bytes of a whole TXT record that we publish (RFC 6763 section 6.2: fits one Ethernet packet).
    static let txtBytes = 1300
    /// Bytes of a foreign TXT record that we look at; what follows is ignored.
    static let foreignTXTBytes = 4096
    /// Keys of a foreign TXT record that we keep; what follows is ignored.
    static let foreignTXTKeys = 32
    /// Services (counted per interface and address family) that a browser follows at a time. A class room has one or
    /// two games; the limit is against a network that floods us.
    static let services = 128
    /// Names tried in a row before publishing gives up: each takes the network about a second.
    static let renames = 20
    /// First and longest wait before the daemon, or a service that would not resolve, is tried again.
    static let firstRetry = Duration.milliseconds(250)
    static let longestRetry = Duration.seconds(10)
}
