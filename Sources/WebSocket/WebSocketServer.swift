/// A listening server. Its connections live on when it stops listening.
package final class WebSocketServer: Sendable {
    /// The port it listens on; the chosen one when the options said 0.
    package let port: Int
    let id: UInt64
    private let loop: EventLoop

    init(id: UInt64, port: Int, loop: EventLoop) {
        self.id = id
        self.port = port
        self.loop = loop
    }

    /// Stops listening, soon; open connections stay. Any thread, idempotent.
    package func close() {
        loop.post(.run { [id] loop in loop.closeListener(id) })
    }
}
