import CWebSocket

/// The loop thread's half of a server: it counts connections and judges requests.
final class Listener {
    let options: WebSocketServerOptions
    let handler: WebSocketServerHandler
    /// Safe: the loop outlives its listeners and channels.
    private unowned let loop: EventLoop
    private var handle: OpaquePointer?
    private var sockets = Count()
    private var seats = Count()

    /// Connections, altogether and by address.
    private struct Count {
        var total = 0
        var byAddress: [String: Int] = [:]

        mutating func add(_ address: String) {
            total += 1
            byAddress[address, default: 0] += 1
        }

        mutating func remove(_ address: String) {
            total -= 1
            let rest = (byAddress[address] ?? 1) - 1
            byAddress[address] = rest > 0 ? rest : nil
        }
    }

    init(loop: EventLoop, options: WebSocketServerOptions, handler: WebSocketServerHandler) {
        self.loop = loop
        self.options = options
        self.handler = handler
    }

    func open(_ descriptor: Int32) {
        // SAFETY: the loop keeps this object until `close`, which ends the C handle.
        handle = cws_listen(loop.handle, descriptor, Unmanaged.passUnretained(self).toOpaque(), options.maxMessageBytes)
    }

    func close() {
        if let handle { cws_stop_listening(handle) }
        handle = nil
    }

    private func limit(for address: String) -> Int? {
        let isLoopback = address == "::1" || address.hasPrefix("127.")
        return options.sparesLoopback && isLoopback ? nil : options.maxConnectionsPerAddress
    }

    /// A peer has connected: its channel, or nil when there are too many already.
    func admit(_ address: String) -> ServerChannel? {
        guard sockets.total < options.maxConnections + Tuning.handshakeHeadroom else { return nil }
        if let limit = limit(for: address),
            sockets.byAddress[address, default: 0] >= limit + Tuning.handshakeHeadroomPerAddress
        {
            return nil
        }
        sockets.add(address)
        let connection = WebSocketConnection(remoteAddress: address, loop: loop, limits: options.sendLimits)
        let channel = ServerChannel(connection, loop: loop, listener: self)
        loop.add(channel)
        return channel
    }

    /// A channel that `admit` made is gone.
    func left(_ address: String, hadSeat: Bool) {
        sockets.remove(address)
        if hadSeat { seats.remove(address) }
    }

    /// Judges a request and takes a seat for it. The sub-protocol to answer with, or the refusal.
    func judge(_ head: RequestHead, from address: String) throws(HTTPRefusal) -> (WebSocketRequest, String) {
        let request = try head.request(from: address, serving: options.subprotocols)
        guard seats.total < options.maxConnections else {
            throw HTTPRefusal(503, "full: all \(options.maxConnections) connections are taken; try again later")
        }
        if let limit = limit(for: address), seats.byAddress[address, default: 0] >= limit {
            throw HTTPRefusal(503, "too many connections from \(address): \(limit) are allowed")
        }
        switch handler.decide(request) {
        case .refuse(let status, let message):
            throw HTTPRefusal(status, message)
        case .accept(let subprotocol):
            guard request.subprotocols.isEmpty ? subprotocol.isEmpty : request.subprotocols.contains(subprotocol)
            else { throw HTTPRefusal(500, "this server chose a sub-protocol that was not offered") }
            seats.add(address)
            return (request, subprotocol)
        }
    }
}
