/// WebSocket close codes, as a Couchbase Lite client reads them.
enum CloseCode {
    /// A one-shot replication is done. Sent by the active peer.
    static let normal: UInt16 = 1000
    /// The stream is undecodable: bad checksum, bad message number, bad frame.
    static let unexpected: UInt16 = 1011
    /// Come back later: the only code after which a Couchbase Lite client tries again.
    static let transient: UInt16 = 4001
    /// Do not come back with this.
    static let permanent: UInt16 = 4002
}
