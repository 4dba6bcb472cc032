/// Our handle of a request that we sent. Unlike the number on the wire, which a request gets when its first frame is
/// written, it exists from the start. Unique within a connection.
package struct BLIPRequestID: Hashable, Sendable, CustomStringConvertible {
    let value: UInt64

    /// For logs: `request 7`.
    package var description: String { "request \(value)" }
}
