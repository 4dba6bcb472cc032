/// One thread that serves WebSocket servers and clients.
///
/// All handlers are called on that thread. Keep the loop as long as its connections: it stops when it goes away.
package final class WebSocketLoop: Sendable {
    private let loop: EventLoop

    /// Starts the thread. Throws ``WebSocketError/Code/system`` when libwebsockets or the system refuses.
    package init(name: String) throws {
        loop = try EventLoop(name: name)
    }

    deinit {
        loop.stop()
    }

    /// Starts a server. The port is open when this returns. Any thread.
    ///
    /// Throws ``WebSocketError``: `.addressInUse`, `.addressUnavailable`, `.permissionDenied`, `.invalidOption`,
    /// `.stopped` or `.system`.
    package func listen(
        _ options: WebSocketServerOptions, handler: WebSocketServerHandler
    ) throws -> WebSocketServer {
        for name in options.subprotocols where !Subprotocol.isValid(name) {
            throw WebSocketError(.invalidOption, "'\(name)' cannot be a sub-protocol's name", context: name)
        }
        let socket = try ListeningSocket(address: options.address, port: options.port)
        let server = WebSocketServer(id: Identifier.next(), port: socket.port, loop: loop)
        let isPosted = loop.post(
            .run { loop in loop.openListener(server.id, socket.descriptor, options: options, handler: handler) })
        guard isPosted else {
            socket.close()
            throw WebSocketError(.stopped, "cannot listen on port \(socket.port): the WebSocket loop was stopped")
        }
        return server
    }

    /// Starts a client connection; the result comes through `handler`: `onOpen`, or `onClose` with the reason. Any thread.
    package func connect(
        _ options: WebSocketClientOptions, handler: WebSocketConnectionHandler
    ) -> WebSocketConnection {
        let connection = WebSocketConnection(
            remoteAddress: options.url.host, loop: loop, limits: options.sendLimits)
        let isPosted = loop.post(
            .run { loop in loop.openClient(connection, options: options, handler: handler) })
        if !isPosted {
            let message = "cannot connect to \(options.url): the WebSocket loop was stopped"
            handler.onClose(.failed(message: message, isTransient: false))
        }
        return connection
    }

    /// Runs `work` on the loop's thread, after what was posted before. It must be quick: nothing is sent or received
    /// meanwhile. Any thread; false when the loop was stopped.
    package func perform(_ work: @escaping @Sendable () -> Void) -> Bool {
        loop.post(.run { _ in work() })
    }

    /// Closes the servers and ends the thread. Connections that were told to close get a second to do so, all others are
    /// dropped; each gets its `onClose`. Idempotent. Any thread; returns when the thread has ended, but at once when called
    /// on it.
    package func stop() {
        loop.stop()
    }
}
