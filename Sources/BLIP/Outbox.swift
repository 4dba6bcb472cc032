/// What waits to be written, and in which order.
///
/// Acknowledgements go first. Then urgent and other messages take turns, one frame each; among its equals each message
/// gets one frame and goes to the end of the line. A message with too many unacknowledged bytes leaves the line until the
/// peer acknowledges some.
struct Outbox {
    private var urgent = FIFO<OutgoingMessage>()
    private var normal = FIFO<OutgoingMessage>()
    private var lastWasUrgent = false

    /// How far the messages got whose first frame was written and whose last was not.
    private var flows: [MessageKey: Flow] = [:]

    private var ackQueue = FIFO<MessageKey>()
    private var acks: [MessageKey: UInt64] = [:]

    /// Bytes of messages that are held, in line or not.
    private(set) var heldBytes = 0

    /// Messages whose first frame was written and whose last was not.
    var unfinishedCount: Int { flows.count }

    /// Whether `nextAck` or `next` has something.
    var hasFrames: Bool { !ackQueue.isEmpty || !urgent.isEmpty || !normal.isEmpty }

    /// Puts a message at the end of its line.
    mutating func append(_ message: OutgoingMessage) {
        heldBytes += message.payload.heldBytes
        if message.isUrgent { urgent.append(message) } else { normal.append(message) }
    }

    /// Takes the message whose turn it is. `whileUrgentWaits` says that its frame should be short. The caller gives it
    /// back with `frameWritten` unless it is finished, and then calls `finished`.
    mutating func next() -> (message: OutgoingMessage, whileUrgentWaits: Bool)? {
        let takesUrgent = !urgent.isEmpty && (!lastWasUrgent || normal.isEmpty)
        guard let message = takesUrgent ? urgent.popFirst() : normal.popFirst() else { return nil }
        heldBytes -= message.payload.heldBytes
        // An idle line forgets whose turn it was: the next urgent message need not wait.
        lastWasUrgent = takesUrgent && !normal.isEmpty
        return (message, !takesUrgent && !urgent.isEmpty)
    }

    /// A frame of `message` with `byteCount` bytes was written, payload and checksum, and others must follow.
    mutating func frameWritten(_ message: OutgoingMessage, byteCount: Int) {
        let key = message.key
        flows[key, default: Flow()].sent += UInt64(byteCount)
        if flows[key, default: Flow()].isOpen {
            append(message)
        } else {
            heldBytes += message.payload.heldBytes
            flows[key]?.waiting = message
        }
    }

    /// The last frame of a message of several frames was written.
    mutating func finished(_ message: OutgoingMessage) {
        flows[message.key] = nil
    }

    /// The peer received `byteCount` bytes of a message. Acknowledgements of messages that are finished or never were,
    /// or of bytes that were not sent, are ignored.
    mutating func acknowledged(_ key: MessageKey, byteCount: UInt64) {
        guard var flow = flows[key], byteCount <= flow.sent, byteCount > flow.acknowledged else { return }
        flow.acknowledged = byteCount
        if flow.isOpen, let message = flow.waiting {
            flow.waiting = nil
            heldBytes -= message.payload.heldBytes
            append(message)
        }
        flows[key] = flow
    }

    /// Queues the acknowledgement of a message that we receive; a later one replaces an earlier one that still waits.
    mutating func appendAck(_ key: MessageKey, byteCount: UInt64) {
        if acks.updateValue(byteCount, forKey: key) == nil { ackQueue.append(key) }
    }

    /// How many acknowledgements wait.
    var ackCount: Int { acks.count }

    /// Takes the next acknowledgement.
    mutating func nextAck() -> (key: MessageKey, byteCount: UInt64)? {
        guard let key = ackQueue.popFirst() else { return nil }
        return acks.removeValue(forKey: key).map { (key, $0) }
    }

    /// How far a message of several frames got.
    private struct Flow {
        /// Bytes written, payloads and checksums.
        var sent: UInt64 = 0
        var acknowledged: UInt64 = 0
        /// The message, while it is out of line.
        var waiting: OutgoingMessage?

        var isOpen: Bool { sent - acknowledged < UInt64(Tuning.windowBytes) }
    }
}

extension OutgoingMessage {
    fileprivate var key: MessageKey { MessageKey(number: number, isReply: kind != .request) }
}
