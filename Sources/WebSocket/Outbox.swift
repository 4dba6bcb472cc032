/// What a connection's users want of it and the loop has not done yet. A plain value; its owner locks it.
struct Outbox {
    let limits: WebSocketSendLimits
    private var messages: [[UInt8]] = []
    /// Bytes given to ``enqueue(_:)`` and not yet reported by ``sent(_:)``.
    private(set) var bufferedBytes = 0
    /// A closing handshake was asked for; what was queued before goes out first.
    private(set) var close: (code: UInt16, reason: String)?
    /// The connection is to end without a word.
    private(set) var isDropped = false
    /// More was queued than the limits allow.
    private(set) var isOverfull = false
    private var isSlow = false
    private var isServiceDue = false
    private var isFinished = false

    init(limits: WebSocketSendLimits) {
        self.limits = limits
    }

    /// Queues messages; true when the loop must be told. Nothing is queued after a close or the end.
    mutating func enqueue(_ batch: [[UInt8]]) -> Bool {
        guard !isFinished, !isDropped, !isOverfull, close == nil, !batch.isEmpty else { return false }
        bufferedBytes += batch.reduce(0) { $0 + $1.count }
        if bufferedBytes > limits.highWaterBytes { isSlow = true }
        if bufferedBytes > limits.maxBufferedBytes {
            isOverfull = true
            messages = []
        } else {
            messages += batch
        }
        return requestService()
    }

    /// Asks for a closing handshake; true when the loop must be told. The first call counts.
    mutating func requestClose(code: UInt16, reason: String) -> Bool {
        guard !isFinished, close == nil else { return false }
        close = (code, reason)
        return requestService()
    }

    /// Asks for the end without a word; true when the loop must be told.
    mutating func requestDrop() -> Bool {
        guard !isFinished, !isDropped else { return false }
        isDropped = true
        return requestService()
    }

    private mutating func requestService() -> Bool {
        defer { isServiceDue = true }
        return !isServiceDue
    }

    /// The loop has come: later requests must tell it again.
    mutating func beginService() {
        isServiceDue = false
    }

    /// Takes all messages queued so far; they still count as buffered.
    mutating func takeMessages() -> [[UInt8]] {
        defer { messages = [] }
        return messages
    }

    /// Whether messages wait to be taken.
    var hasMessages: Bool { !messages.isEmpty }

    /// Bytes have gone to the socket; true when the queue has drained after being slow.
    mutating func sent(_ count: Int) -> Bool {
        bufferedBytes -= count
        guard isSlow, bufferedBytes < limits.lowWaterBytes else { return false }
        isSlow = false
        return !isFinished
    }

    /// The connection is over: everything is forgotten and nothing more is taken.
    mutating func finish() {
        isFinished = true
        messages = []
        bufferedBytes = 0
    }
}
