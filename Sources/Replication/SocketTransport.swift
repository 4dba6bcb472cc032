import Synchronization
import WebSocket

/// A session's transport on a real socket, with a bound on what has been received and not yet handled.
final class SocketTransport: SessionTransport, Sendable {
    let connection: WebSocketConnection
    /// What holding a message costs beside its bytes, or a flood of tiny ones would take ten times the room it may.
    private static let overheadBytes = 128
    private let highWaterBytes: Int
    private let inbox = Mutex((bytes: 0, isPaused: false))

    init(_ connection: WebSocketConnection, highWaterBytes: Int) {
        self.connection = connection
        self.highWaterBytes = highWaterBytes
    }

    func send(_ messages: [[UInt8]]) {
        connection.send(batch: messages)
    }

    var bufferedBytes: Int { connection.bufferedBytes }

    func close(code: UInt16, reason: String) {
        connection.close(code: code, reason: reason)
    }

    /// Counts a message that came in. Called on the socket's thread.
    func received(_ bytes: Int) {
        let mustPause = inbox.withLock { inbox in
            inbox.bytes += bytes + Self.overheadBytes
            guard inbox.bytes > highWaterBytes, !inbox.isPaused else { return false }
            inbox.isPaused = true
            return true
        }
        if mustPause { connection.pauseReceiving() }
    }

    /// Counts a message that was handled.
    func handled(_ bytes: Int) {
        let mayResume = inbox.withLock { inbox in
            inbox.bytes -= bytes + Self.overheadBytes
            guard inbox.isPaused, inbox.bytes < highWaterBytes / 2 else { return false }
            inbox.isPaused = false
            return true
        }
        if mayResume { connection.resumeReceiving() }
    }
}

extension Tuning {
    /// A session that made no frames because `socketHighWaterBytes` were queued waits for the socket's drain signal, so
    /// the socket must count as slow from the same number on, or the session would wait for ever.
    var sendLimits: WebSocketSendLimits {
        WebSocketSendLimits(highWaterBytes: socketHighWaterBytes - 1, lowWaterBytes: socketHighWaterBytes / 2)
    }
}
