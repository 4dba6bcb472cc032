import CWebSocket
import Timing

/// The loop thread's half of a connection: its C handle, its timer and where it stands. ``ServerChannel`` and
/// ``ClientChannel`` add how it opens.
class Channel {
    enum Phase {
        case opening
        case open
        /// A close was asked for; messages may still go out.
        case closing
        /// Our CLOSE went out, or the peer's came in.
        case closed
    }

    let connection: WebSocketConnection
    /// Safe: the loop outlives its channels.
    unowned let loop: EventLoop
    let maxMessageBytes: Int
    private(set) var handle: OpaquePointer?
    private(set) var phase = Phase.opening
    private(set) var isFinished = false
    var handler: WebSocketConnectionHandler?
    /// How the connection will have ended once TCP is gone.
    var result: WebSocketClose?

    private var timer: OpaquePointer?
    private var heartbeat: Heartbeat
    private var isPingDue = false
    private var isPaused = false
    private var outgoing: [[UInt8]] = []
    private var outgoingStart = 0

    init(
        _ connection: WebSocketConnection, loop: EventLoop, maxMessageBytes: Int, heartbeat: WebSocketHeartbeat
    ) {
        self.connection = connection
        self.loop = loop
        self.maxMessageBytes = maxMessageBytes
        self.heartbeat = Heartbeat(heartbeat)
    }

    // MARK: For the sub-classes

    /// A server's request is there to be answered.
    func requested() {}
    /// The WebSocket is open, and so is ``phase``.
    func didOpen() {}
    /// A client could not connect or was refused.
    func failed(status: Int, text: String) {}
    /// TCP ended before the WebSocket was open.
    func lostWhileOpening() { finish(.dropped) }
    /// The time for opening is over.
    func openingTimedOut() { finish(.timedOut) }
    /// The channel leaves the loop.
    func willLeave() {}

    // MARK: Life

    func attach(_ handle: OpaquePointer) {
        self.handle = handle
    }

    func opened() {
        phase = .open
        heartbeat.restart(at: .now())
        setTimer(heartbeat.options.pingInterval)
        if isPaused, let handle { cws_pause(handle, 1) }
        didOpen()
        service()
    }

    /// TCP is gone and the handle with it.
    func detached() {
        handle = nil
        if isFinished {
            leave()
        } else if phase == .opening {
            lostWhileOpening()
        } else {
            finish(result ?? .dropped)
        }
    }

    /// Ends the connection now: `onClose` is called, and TCP is cut if it still stands.
    func finish(_ result: WebSocketClose) {
        guard !isFinished else { return }
        isFinished = true
        if let timer { cws_timer_free(timer) }
        timer = nil
        outgoing = []
        connection.outbox.withLock { $0.finish() }
        if let handle { cws_kill(handle) }
        let handler = self.handler
        self.handler = nil
        if handle == nil { leave() }
        handler?.onClose(result)
    }

    /// The loop is about to end: a close that is under way is hurried, anything else is dropped.
    func loopEnds() {
        if phase == .closing || phase == .closed {
            setTimer(Tuning.stopTimeout)
        } else {
            finish(.dropped)
        }
    }

    private func leave() {
        willLeave()
        loop.remove(self)
    }

    /// Starts the one timer, replacing what ran.
    func setTimer(_ delay: Duration) {
        if timer == nil {
            // SAFETY: the timer is freed in `finish`, before the loop lets go of this object.
            timer = cws_timer_new(loop.handle, Unmanaged.passUnretained(self).toOpaque())
        }
        guard let timer else { return }
        cws_timer_set(timer, max(0, delay.nanoseconds / 1000))
    }

    func timerFired() {
        guard !isFinished else { return }
        switch phase {
        case .opening: openingTimedOut()
        case .open: beat()
        case .closing: finish(.timedOut)
        case .closed: finish(result ?? .timedOut)
        }
    }

    // MARK: Receiving

    func alive(_ time: MonotonicTime) {
        let answersPing = heartbeat.received(at: time)
        if answersPing, phase == .open, !isFinished { setTimer(heartbeat.options.pingInterval) }
    }

    func received(_ message: [UInt8], at time: MonotonicTime) {
        guard !isFinished else { return }
        handler?.onMessage(message, time)
    }

    func receivedTooMuch() {
        outgoing = []
        outgoingStart = 0
        _ = connection.outbox.withLock { outbox in
            outbox.requestClose(code: 1009, reason: "a message may have \(maxMessageBytes) bytes")
        }
        connection.outbox.withLock { _ = $0.takeMessages() }
        service()
    }

    func peerClosed(code: UInt16, reason: String) {
        guard !isFinished else { return }
        result = .closed(code: code, reason: reason)
        phase = .closed
        setTimer(Tuning.closeTimeout)
    }

    func pause(_ isPaused: Bool) {
        guard !isFinished, self.isPaused != isPaused else { return }
        self.isPaused = isPaused
        guard phase != .opening, let handle else { return }
        cws_pause(handle, isPaused ? 1 : 0)
        heartbeat.restart(at: .now())
    }

    private func beat() {
        if isPaused {
            // A peer we do not listen to cannot be found silent.
            heartbeat.restart(at: .now())
        }
        switch heartbeat.check(at: .now()) {
        case .wait(let delay):
            setTimer(delay)
        case .ping(let delay):
            isPingDue = true
            if let handle { cws_want_write(handle) }
            setTimer(delay)
        case .giveUp:
            finish(.timedOut)
        }
    }

    // MARK: Sending

    /// Does what the connection's users have asked for since the last time.
    func service() {
        guard !isFinished else { return }
        let (close, isDropped, isOverfull, limit) = connection.outbox.withLock { outbox in
            outbox.beginService()
            return (outbox.close, outbox.isDropped, outbox.isOverfull, outbox.limits.maxBufferedBytes)
        }
        if isDropped { return finish(.dropped) }
        if isOverfull {
            let message = "\(connection.remoteAddress) does not read: more than \(limit) bytes wait to be sent to it"
            return finish(.failed(message: message, isTransient: true))
        }
        if let close {
            if phase == .opening { return finish(.closed(code: close.code, reason: close.reason)) }
            if phase == .open {
                phase = .closing
                setTimer(Tuning.closeTimeout)
            }
        }
        if phase == .open || phase == .closing, let handle { cws_want_write(handle) }
    }

    /// The socket takes bytes: several messages go out at once, and the CLOSE after the last.
    func writable() {
        guard !isFinished, phase == .open || phase == .closing, let handle else { return }
        if isPingDue {
            isPingDue = false
            guard cws_ping(handle) == 0 else { return finish(.dropped) }
        }
        var sentBytes = 0
        var canWrite = cws_can_write(handle) != 0
        while canWrite, let message = nextMessage() {
            guard cws_write(handle, message, message.count) == 0 else { return finish(.dropped) }
            sentBytes += message.count
            canWrite = cws_can_write(handle) != 0
        }
        let (isDrained, hasMore) = connection.outbox.withLock { outbox in
            (outbox.sent(sentBytes), outbox.hasMessages || outgoingStart < outgoing.count)
        }
        if isDrained { handler?.onDrain() }
        if hasMore || !canWrite {
            cws_want_write(handle)
        } else if phase == .closing {
            sendClose(handle)
        }
    }

    private func nextMessage() -> [UInt8]? {
        if outgoingStart == outgoing.count {
            outgoing = connection.outbox.withLock { $0.takeMessages() }
            outgoingStart = 0
            if outgoing.isEmpty { return nil }
        }
        defer { outgoingStart += 1 }
        return outgoing[outgoingStart]
    }

    private func sendClose(_ handle: OpaquePointer) {
        guard let (code, reason) = connection.outbox.withLock({ $0.close }) else { return }
        phase = .closed
        result = .closed(code: code, reason: reason)
        let bytes = HTTPText.prefix(reason, maxBytes: Tuning.maxReasonBytes)
        cws_close(handle, code, bytes, bytes.count)
    }
}
