import Replication
import Timing

/// Every limit of a host for its boards, with its unit and its reason. A game needs little; whoever sends more is no board.
enum HostLimits {
    /// Bytes of the largest document a board may write.
    static let documentBytes = 16 << 10

    /// Connections from one address, other than this machine's own. A board has one, and a second one while it comes back.
    static let connectionsPerAddress = 8
    /// Seats that are first taken from one address, other than this machine's own: a stranger who comes again and again
    /// under other names cannot fill the room.
    static let seatsPerAddress = 8

    /// Requests a board may send at once and in the long run. It sends ten when it connects and one for each press;
    /// a room of 120 connections that all send as much as they may leaves half of a slow host's time.
    static let requests = RateLimit(perSecond: 50, burst: 200)
    /// Name changes of one player: each is told to every board.
    static let renames = RateLimit(perSecond: 0.2, burst: 10)
    /// Lines about what peers did that they must not: enough to find out, too few to fill a disk.
    static let complaints = RateLimit(perSecond: 0.2, burst: 20)

    /// Bytes of a checkpoint; a board's has about 50.
    private static let checkpointBytes = 4 << 10
    /// Bytes of replies and documents that wait for one board to read; a whole game has less.
    private static let queuedBytes = 8 << 20
    /// Bytes received from one board and not yet handled.
    private static let inboxBytes = 256 << 10
    /// Subscriptions of one connection; a board needs one, or another one when it thinks better of it.
    private static let subscriptions = 20

    /// What of replication's limits is tighter in a game.
    static func tighten(_ tuning: Tuning) -> Tuning {
        var tuning = tuning
        tuning.requestLimit = tuning.requestLimit ?? requests
        tuning.maxCheckpointBytes = min(tuning.maxCheckpointBytes, checkpointBytes)
        tuning.maxQueuedBytes = min(tuning.maxQueuedBytes, queuedBytes)
        tuning.inboxHighWaterBytes = min(tuning.inboxHighWaterBytes, inboxBytes)
        tuning.maxSubscriptions = min(tuning.maxSubscriptions, subscriptions)
        return tuning
    }
}
