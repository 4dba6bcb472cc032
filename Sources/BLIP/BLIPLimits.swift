/// What one connection may hold and how it cuts its frames. The defaults suit a board and interoperate with LiteCore.
///
/// All sizes are bytes. A peer that exceeds a receiving limit gets the connection closed (`BLIPError`).
package struct BLIPLimits: Hashable, Sendable {
    /// Largest incoming frame.
    package var maxIncomingFrameBytes = Tuning.maxIncomingFrameBytes

    /// Largest incoming message (properties and body, uncompressed). Streamed replies are not bound by it.
    package var maxMessageBytes = Tuning.maxMessageBytes

    /// Largest output of one compressed incoming frame.
    package var maxInflatedFrameBytes = Tuning.maxInflatedFrameBytes

    /// Most bytes held for incoming messages that are not complete.
    package var maxPartialBytes = Tuning.maxPartialBytes

    /// Most incoming messages that are not complete.
    package var maxPartialMessages = Tuning.maxPartialMessages

    /// Most complete incoming requests whose reply has not been written yet.
    package var maxUnansweredRequests = Tuning.maxUnansweredRequests

    /// Largest outgoing frame; values below 64 count as 64.
    package var frameBytes = Tuning.frameBytes

    /// zlib level 1 … 9 of outgoing messages that ask to be compressed; 0 sends them uncompressed.
    package var compressionLevel = Tuning.compressionLevel

    /// zlib memory level 1 … 9 of the compressor.
    package var compressionMemoryLevel = Tuning.compressionMemoryLevel

    /// The defaults.
    package init() {}
}
