/// How many bytes may wait to be sent on one connection.
package struct WebSocketSendLimits: Hashable, Sendable {
    /// Above it the connection counts as slow.
    package var highWaterBytes: Int
    /// Below it a slow connection counts as drained, and `onDrain` is called.
    package var lowWaterBytes: Int
    /// Above it the connection is dropped and says so.
    package var maxBufferedBytes: Int

    package init(
        highWaterBytes: Int = Tuning.highWaterBytes, lowWaterBytes: Int = Tuning.lowWaterBytes,
        maxBufferedBytes: Int = Tuning.maxBufferedBytes
    ) {
        self.highWaterBytes = highWaterBytes
        self.lowWaterBytes = lowWaterBytes
        self.maxBufferedBytes = maxBufferedBytes
    }
}
