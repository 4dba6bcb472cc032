import CWebSocket

/// A connection that a peer opened to us.
final class ServerChannel: Channel {
    private let listener: Listener
    private var request: WebSocketRequest?

    init(_ connection: WebSocketConnection, loop: EventLoop, listener: Listener) {
        self.listener = listener
        super.init(
            connection, loop: loop, maxMessageBytes: listener.options.maxMessageBytes,
            heartbeat: listener.options.heartbeat)
    }

    override func attach(_ handle: OpaquePointer) {
        super.attach(handle)
        setTimer(listener.options.handshakeTimeout)
    }

    override func requested() {
        guard let handle, !isFinished else { return }
        do {
            let (request, subprotocol) = try listener.judge(
                RequestHead(reading: handle), from: connection.remoteAddress)
            self.request = request
            cws_accept(handle, subprotocol)
        } catch {
            let response = error.response
            cws_refuse(handle, response, response.count)
        }
    }

    override func didOpen() {
        guard let request else { return }
        handler = listener.handler.onOpen(connection, request)
    }

    override func willLeave() {
        listener.left(connection.remoteAddress, hadSeat: request != nil)
    }
}
