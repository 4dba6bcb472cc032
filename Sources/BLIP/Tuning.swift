/// Every number of this target that could have been another one.
enum Tuning {
    // MARK: Sending

    /// Largest frame we write, in bytes with header and checksum. Small enough that an urgent message waits for at most
    /// 16 KiB of something else; the size that LiteCore writes.
    static let frameBytes = 16_384

    /// Largest frame of a non-urgent message, in bytes, while an urgent one waits behind it.
    static let frameBytesWhileUrgentWaits = 4_096

    /// Smallest frame size that may be configured, in bytes: header (11), checksum (4) and room for a compressed
    /// payload's overhead.
    static let minimumFrameBytes = 64

    /// A sender stops a message when so many of its bytes are not acknowledged. Both ends must agree on it being larger
    /// than `acknowledgedBytes`, else a message would stall.
    static let windowBytes = 128_000

    /// zlib level 1 (fast) … 9 (small); 0 never compresses. What LiteCore uses.
    static let compressionLevel = 6

    /// zlib memory level 1 … 9: 9 costs 400 KiB for each connection that compresses. What LiteCore uses.
    static let compressionMemoryLevel = 9

    /// A frame is closed when less than this part (1/n) of it is free, instead of compressing yet another small piece:
    /// each piece costs a flush marker and a code table.
    static let frameFillFraction = 8

    // MARK: Receiving

    /// A receiver acknowledges a message whenever so many of its bytes arrived since the last time.
    static let acknowledgedBytes = 50_000

    /// Largest frame we read, in bytes. Peers write 16 KiB and refuse more than 1 MiB themselves.
    static let maxIncomingFrameBytes = 1 << 20

    /// Largest output of one compressed frame, in bytes. Deflate expands at most 1032 : 1 and honest frames are 16 KiB,
    /// so 17 MiB passes all of them and stops a 1 MiB frame that would become 1 GiB.
    static let maxInflatedFrameBytes = 17 << 20

    /// Largest message that is collected in memory, in bytes (properties and body, uncompressed). Replies that are
    /// streamed are not collected and not bound by it. Couchbase Lite's own documents end at 20 MiB.
    static let maxMessageBytes = 32 << 20

    /// Most bytes held for messages whose last frame has not come: two of the largest at once.
    static let maxPartialBytes = 64 << 20

    /// Most messages that may have begun and not ended. LiteCore transmits ten revisions at a time, and attachments.
    static let maxPartialMessages = 1_024

    /// Most requests of the peer that wait for our reply to be written. LiteCore stops proposing changes at about 1,600
    /// unanswered revisions (five lists of 200 and 600 in its queue).
    static let maxUnansweredRequests = 8_192

    /// Most bytes of a property list, in either direction; the protocol's limit.
    static let maxPropertiesBytes = 100 << 10

    /// Bytes that the decompressor writes at a time; a buffer of this size lives as long as it does.
    static let inflateChunkBytes = 32 << 10
}
