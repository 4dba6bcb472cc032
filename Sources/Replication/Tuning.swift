import BLIP
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
    /// Largest body, in bytes, that is sent without proposing it first, to a peer that takes that: a round trip costs more
    /// than a small document the peer turns out to have.
    package var directRevisionBytes = 4 << 10
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
    package var maxQueuedBytes = 32 << 20
    /// Bytes of revisions that wait for their attachments, above which further ones are refused for now.
    package var waitingRevisionBytes = 32 << 20
    /// Queued bytes on a socket above which a session makes no new frames until the socket has drained.
    package var socketHighWaterBytes = 256 << 10
    /// Bytes received from one peer and not yet handled, above which its socket is not read. Bounds memory, and what
    /// one commit may hold.
    package var inboxHighWaterBytes = 4 << 20
    /// Time for which what peers have sent is handled before it is committed and answered and the next turn begins: what
    /// a peer that sends little may have to wait for those that send much. Long enough that a commit costs little of it.
    package var turn = Duration.milliseconds(10)
    /// Lists of 200 rows that feeds of one session may read from the database in one turn, for the same reason.
    package var listsPerTurn = 5
    /// How many requests a peer may send, at once and in the long run; one that sends more is heard later, not refused.
    /// Nil for no limit: a database of documents is to be copied as fast as it goes.
    package var requestLimit: RateLimit?
    /// Bytes of a list of changes, of the answer to one and of a list of document ids accepted from a peer: 1,000 rows
    /// of 1 KiB. Bounds the memory and the time of reading it, which are ten times the bytes in the worst case.
    package var maxListBytes = 1 << 20
    /// Bytes of the first message accepted from a peer: `maxCollections` names and checkpoint ids of the longest kind.
    package var maxGreetingBytes = 128 << 10
    /// Subscriptions accepted in one connection: one for each collection, and as many again. Each may read the whole
    /// database.
    package var maxSubscriptions = 200
    /// Bytes of an attachment whose possession is proved: hashing them takes some 50 ms of everybody's time.
    package var maxProofBytes: Int64 = 16 << 20
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
    package var maxMessageBytes: Int { maxMessageBytes(maxDocumentBytes: nil) }
    /// Attachments fetched at the same time per session.
    package var attachmentsInFlight = 4
    /// Time a peer may take from the open socket to its first message, or to its answer to ours.
    package var greetingTimeout = Duration.seconds(15)

    /// Characters (Unicode scalars) of a peer's words that are shown to a person.
    static let maxShownScalars = 500

    package init() {}

    private func maxMessageBytes(maxDocumentBytes limit: Int?) -> Int {
        min(limit ?? .max, maxDocumentBytes) + (128 << 10)
    }

    /// What a connection may hold. A peer that may write small documents only needs no room for large ones, nor for
    /// what a compressed frame could grow to.
    func blipLimits(maxDocumentBytes limit: Int?) -> BLIPLimits {
        var limits = BLIPLimits()
        let message = maxMessageBytes(maxDocumentBytes: limit)
        limits.maxMessageBytes = message
        limits.maxInflatedFrameBytes = min(limits.maxInflatedFrameBytes, message)
        // A Couchbase Lite peer sends ten revisions at a time, and a list.
        limits.maxPartialBytes = min(limits.maxPartialBytes, 4 * message)
        return limits
    }
}
