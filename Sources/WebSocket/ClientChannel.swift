import CWebSocket

/// A connection that we open. It tries the host's addresses one after the other.
final class ClientChannel: Channel {
    private let options: WebSocketClientOptions
    private var addresses: [String] = []
    private var failure: WebSocketClose?

    init(
        _ connection: WebSocketConnection, loop: EventLoop, options: WebSocketClientOptions,
        handler: WebSocketConnectionHandler
    ) {
        self.options = options
        super.init(
            connection, loop: loop, maxMessageBytes: options.maxMessageBytes, heartbeat: options.heartbeat)
        self.handler = handler
    }

    func start() {
        if let message = invalidity { return finish(.failed(message: message, isTransient: false)) }
        setTimer(options.connectTimeout)
        let id = connection.id
        let loop = self.loop
        NameResolver.resolve(options.url.host) { addresses in
            loop.post(.run { loop in (loop.channel(id) as? ClientChannel)?.resolved(addresses) })
        }
        service()
    }

    private var invalidity: String? {
        if options.url.isSecure { return "cannot connect to \(options.url): wss is not supported, use ws" }
        if let name = options.subprotocols.first(where: { !Subprotocol.isValid($0) }) {
            return "'\(name)' cannot be a sub-protocol's name"
        }
        if options.subprotocols.joined(separator: ",").utf8.count > Tuning.maxOfferBytes {
            return "too many sub-protocols: their names may have \(Tuning.maxOfferBytes) bytes"
        }
        return nil
    }

    private func resolved(_ addresses: [String]) {
        guard !isFinished else { return }
        if addresses.isEmpty {
            let message = "cannot connect to \(options.url): no address is known for '\(options.url.host)'"
            return finish(.failed(message: message, isTransient: true))
        }
        self.addresses = addresses
        connectToNext()
    }

    private func connectToNext() {
        while !addresses.isEmpty {
            let address = addresses.removeFirst()
            let offer = options.subprotocols.joined(separator: ",")
            // SAFETY: the loop keeps this channel until the C handle has reported `closed`.
            let handle = cws_connect(
                loop.handle, Unmanaged.passUnretained(self as Channel).toOpaque(), address, UInt16(options.url.port),
                options.url.hostAndPort, options.url.path, offer.isEmpty ? nil : offer, headers,
                options.maxMessageBytes)
            if let handle { return attach(handle) }
        }
        let message = "cannot connect to \(options.url): nobody answers there; is the host running, on this network?"
        finish(failure ?? .failed(message: message, isTransient: true))
    }

    private var headers: String {
        var lines = "User-Agent: \(HTTPText.line(options.userAgent, maxBytes: 200))\r\n"
        if let user = options.basicUser {
            let value = BasicAuthorization.header(user: user, password: options.basicPassword ?? "")
            lines += "Authorization: \(value)\r\n"
        }
        return lines
    }

    override func didOpen() {
        guard let handle else { return }
        let subprotocol = String(cString: cws_subprotocol(handle))
        if !options.subprotocols.isEmpty, subprotocol.isEmpty {
            let message = "\(options.url) speaks none of the offered sub-protocols"
            return finish(.failed(message: message, isTransient: false))
        }
        handler?.onOpen(subprotocol)
    }

    override func failed(status: Int, text: String) {
        switch status {
        case 0 where text.hasPrefix("HS:"), 101:
            let message = "\(options.url) did not complete the WebSocket handshake: \(text)"
            failure = .failed(message: message, isTransient: false)
        case 0:
            break
        default:
            let words = HTTPText.trimmed(text.drop { $0.isNumber })
            failure = .refused(status: status, text: String(words))
        }
    }

    override func lostWhileOpening() {
        if let failure { finish(failure) } else { connectToNext() }
    }
}
