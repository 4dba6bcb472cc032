import Synchronization

/// One WebSocket, on either side. All of it may be used from any thread.
package final class WebSocketConnection: Sendable {
    /// Never used twice in a process.
    package let id: UInt64
    /// The peer's numeric address without port; on a client the URL's host.
    package let remoteAddress: String
    let outbox: Mutex<Outbox>
    private let loop: EventLoop

    init(remoteAddress: String, loop: EventLoop, limits: WebSocketSendLimits) {
        id = Identifier.next()
        self.remoteAddress = remoteAddress
        self.loop = loop
        outbox = Mutex(Outbox(limits: limits))
    }

    /// Queues one binary message. Messages go out in order; on a client that is not open yet, once it is. After
    /// `close`, `drop` or the end it is thrown away. Over the hard cap of the options the connection is dropped and
    /// `onClose` says so.
    package func send(_ message: [UInt8]) {
        send(batch: [message])
    }

    /// Queues several messages, with one wake-up of the loop.
    package func send(batch: [[UInt8]]) {
        if outbox.withLock({ $0.enqueue(batch) }) { loop.post(.service(id)) }
    }

    /// Bytes queued and not yet handed to the socket.
    package var bufferedBytes: Int {
        outbox.withLock { $0.bufferedBytes }
    }

    /// Closes with a handshake, after what was queued has gone out. The peer has 5 s for all of it. `onClose` then says
    /// `.closed` with this code, or `.timedOut` when the queue could not be sent in that time.
    ///
    /// - Parameters:
    ///   - code: 1000…1003, 1007…1011 or 3000…4999; others are replaced by 1011.
    ///   - reason: cut to 123 bytes of UTF-8.
    package func close(code: UInt16, reason: String) {
        let isAllowed = [1000...1003, 1007...1011, 3000...4999].contains { $0.contains(code) }
        if outbox.withLock({ $0.requestClose(code: isAllowed ? code : 1011, reason: reason) }) {
            loop.post(.service(id))
        }
    }

    /// Ends TCP without a CLOSE frame: the peer sees 1006, and `onClose` here says `.dropped`.
    package func drop() {
        if outbox.withLock({ $0.requestDrop() }) { loop.post(.service(id)) }
    }

    /// Stops reading from the socket, so that TCP slows the peer down. What was read already may still arrive, and so
    /// does nothing else: not the peer's CLOSE, and not the heartbeat's verdict.
    package func pauseReceiving() {
        loop.post(.pause(id, true))
    }

    /// Reads again.
    package func resumeReceiving() {
        loop.post(.pause(id, false))
    }
}
