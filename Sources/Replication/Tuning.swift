import Timing

/// Every number the replication layer chose, with its unit and its reason.
///
/// "Couchbase Lite" in a reason means that the other peer was measured to behave so, and that staying in step avoids
/// surprises there.
package struct Tuning: Sendable {
    /// Rows in one `changes` or `proposeChanges` list. Couchbase Lite sends and expects at most 200.
    package var rowsPerList = 200
    /// Lists on their way without an answer. Couchbase Lite allows 5; enough to fill a slow link.
    package var listsInFlight = 5
    /// Revisions sent and not yet answered, per collection. Bounds what a peer must hold before its next commit.
    package var revisionsInFlight = 600
    /// Bytes of revisions sent and not yet answered, per collection. Couchbase Lite: 2 MiB.
    package var bytesInFlight = 2 << 20
    /// Revisions asked for and not yet received, above which further `changes` lists wait unread.
    package var revisionsAwaited = 1_000
    /// Bytes of `changes` lists that wait unread, per session; more than this from a peer is a protocol violation.
    package var waitingListBytes = 4 << 20
    /// Rows of one list accepted from a peer: five times what Couchbase Lite sends. Bounds the time that one message takes.
    package var maxRowsPerList = 1_000
    /// Collections accepted in one connection, for the same reason.
    package var maxCollections = 100
    /// Documents wanted from a pusher and not yet received; Couchbase Lite offers about 1,600 before it sends any.
    package var maxOffered = 10_000
    /// Lists of changes without an answer, above which a peer may not subscribe once more.
    package var maxListsOut = 20
    /// Bytes of a checkpoint's body accepted from a peer: thousands of entries of the sparse form.
    package var maxCheckpointBytes = 64 << 10
    /// Bytes of messages that wait for the peer to read; above it the connection ends. More than the largest document and
    /// what the windows allow for some collections.
    package var maxQueuedBytes = 64 << 20
    /// Bytes of revisions that wait for their attachments, above which further ones are refused for now.
    package var waitingRevisionBytes = 32 << 20
    /// Queued bytes on a socket above which a session makes no new frames until the socket has drained.
    package var socketHighWaterBytes = 256 << 10
    /// Bytes received from one peer and not yet handled, above which its socket is not read. Bounds memory, and what
    /// one commit may hold.
    package var inboxHighWaterBytes = 4 << 20
    /// Documents remembered per session so as not to send them back where they came from. Beyond it an echo is sent,
    /// which a peer declines.
    package var echoMemory = 10_000
    /// Time between two saved checkpoints while work goes on. Couchbase Lite: 5 s.
    package var checkpointInterval = Duration.seconds(5)
    /// Time without traffic after which the connection is probed; a board link notices a dead peer within
    /// `heartbeat + heartbeatTimeout`.
    package var heartbeat = Duration.seconds(5)
    /// Time the answer to a probe may take.
    package var heartbeatTimeout = Duration.seconds(4)
    /// Largest document body accepted from a peer, in bytes.
    package var maxDocumentBytes = 20 << 20
    /// Largest BLIP message accepted from a peer, in bytes: the largest document with its properties.
    package var maxMessageBytes: Int { maxDocumentBytes + (128 << 10) }
    /// Attachments fetched at the same time per session.
    package var attachmentsInFlight = 4
    /// Time a peer may take from the open socket to its first message, or to its answer to ours.
    package var greetingTimeout = Duration.seconds(15)

    package init() {}
}
