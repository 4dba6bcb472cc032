/// The connection below a session: whole binary messages, in order.
///
/// A WebSocket in life, a pair of queues on virtual time in a simulation. Called on the session's queue.
package protocol SessionTransport: AnyObject {
    /// Queues `messages` for sending.
    func send(_ messages: [[UInt8]])
    /// Bytes queued and not yet taken by the network.
    var bufferedBytes: Int { get }
    /// Closes with a code and a reason after what is queued.
    func close(code: UInt16, reason: String)
}
