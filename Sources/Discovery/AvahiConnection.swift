import CAvahi

/// One client of avahi-daemon and what hangs on it: at most one entry group, one browser, and a resolver per service.
/// Owns the shim's handles. Belongs to its loop's thread altogether.
///
/// The library's callbacks arrive in `deliver` inside the library: it must only take note, together with the token, and
/// ask `isCurrent` when it comes to act, for the object may be gone by then.
final class AvahiConnection {
    typealias Token = UInt64

    private let loop: OpaquePointer
    private let deliver: (Token, AvahiEvent) -> Void
    private var lastToken: Token = 0
    private var client: (handle: OpaquePointer, token: Token)?
    private var group: (handle: OpaquePointer, token: Token)?
    private var browser: (handle: OpaquePointer, token: Token)?
    private var resolvers: [ServiceKey: (handle: OpaquePointer, token: Token)] = [:]
    /// The tokens of all objects that exist, with the service for a resolver's.
    private var live: [Token: ServiceKey?] = [:]

    init(loop: OpaquePointer, deliver: @escaping (Token, AvahiEvent) -> Void) {
        self.loop = loop
        self.deliver = deliver
    }

    deinit {
        close()
    }

    /// Whether the object that an event came from still exists.
    func isCurrent(_ token: Token) -> Bool {
        live[token] != nil
    }

    /// Connects to the daemon, or to D-Bus to wait for it. Blocks while D-Bus does.
    func open() -> AvahiStatus {
        close()
        let (status, made) = make { token, context, status in
            cavahi_client_new(
                loop, token, context,
                { context, token, state, status in
                    AvahiConnection.of(context).deliver(token, .client(AvahiClientState(state, status)))
                },
                status
            )
        }
        client = made
        // A client that could have waited for the daemon says so only when D-Bus has no socket.
        return status == .noDaemon ? .busUnreachable : status
    }

    /// Withdraws and forgets everything. Does not wait for the daemon.
    func close() {
        live = [:]
        if let client { cavahi_client_close(client.handle) }
        for resolver in resolvers.values { cavahi_resolver_free(resolver.handle) }
        if let browser { cavahi_browser_free(browser.handle) }
        if let group { cavahi_group_free(group.handle) }
        if let client { cavahi_client_free(client.handle) }
        (client, group, browser, resolvers) = (nil, nil, nil, [:])
    }

    /// Publishes the service in place of what was published before. `txt` in wire form.
    func publish(name: String, port: UInt16, txt: [UInt8]) -> AvahiStatus {
        if group == nil {
            guard let client else { return .disconnected }
            let (status, made) = make { token, context, status in
                cavahi_group_new(
                    client.handle, token, context,
                    { context, token, state, status in
                        AvahiConnection.of(context).groupChanged(token, state, status)
                    },
                    status
                )
            }
            group = made
            guard status == .ok else { return status }
        }
        guard let group else { return .disconnected }
        return AvahiStatus(
            code: cavahi_group_publish(group.handle, name, ServiceAdvertisement.type, port, txt, txt.count)
        )
    }

    /// Changes the TXT record of what was published under `name`.
    func updateTXT(_ txt: [UInt8], name: String) -> AvahiStatus {
        guard let group else { return .disconnected }
        return AvahiStatus(
            code: cavahi_group_update_txt(group.handle, name, ServiceAdvertisement.type, txt, txt.count)
        )
    }

    /// Withdraws what was published; the connection stays.
    func withdraw() -> AvahiStatus {
        AvahiStatus(code: group.map { cavahi_group_reset($0.handle) } ?? 0)
    }

    /// Starts to look for services.
    func browse() -> AvahiStatus {
        guard let client, browser == nil else { return .disconnected }
        let (status, made) = make { token, context, status in
            cavahi_browser_new(
                client.handle, ServiceAdvertisement.type, token, context,
                { context, token, event, interface, protocolNumber, name, domain, status in
                    let key = ServiceKey(
                        interface: interface,
                        isIPv6: protocolNumber == 1,
                        name: name.map { String(cString: $0) } ?? "",
                        domain: domain.map { String(cString: $0) } ?? ""
                    )
                    AvahiConnection.of(context).browsed(token, event, key, status)
                },
                status
            )
        }
        browser = made
        return status
    }

    /// Starts to resolve, and to watch, a service that appeared.
    func resolve(_ key: ServiceKey) -> AvahiStatus {
        guard let client else { return .disconnected }
        endResolving(key)
        let (status, made) = make(for: key) { token, context, status in
            cavahi_resolver_new(
                client.handle, key.interface, key.isIPv6 ? 1 : 0, key.name, ServiceAdvertisement.type, key.domain,
                token, context,
                { context, token, address, port, txt, txtBytes, _ in
                    let connection = AvahiConnection.of(context)
                    guard let address else { return connection.resolved(token, nil) }
                    connection.resolved(
                        token,
                        (String(cString: address), port, Array(UnsafeBufferPointer(start: txt, count: txtBytes)))
                    )
                },
                status
            )
        }
        resolvers[key] = made
        return status
    }

    /// Stops to watch a service.
    func endResolving(_ key: ServiceKey) {
        guard let resolver = resolvers.removeValue(forKey: key) else { return }
        live[resolver.token] = nil
        cavahi_resolver_free(resolver.handle)
    }

    private func groupChanged(_ token: Token, _ state: cavahi_group_state, _ status: Int32) {
        switch state {
        case CAVAHI_GROUP_ESTABLISHED: deliver(token, .established)
        case CAVAHI_GROUP_COLLISION: deliver(token, .nameTaken)
        case CAVAHI_GROUP_FAILURE: deliver(token, .publishingFailed(AvahiStatus(code: status)))
        default: break
        }
    }

    private func browsed(_ token: Token, _ event: cavahi_browser_event, _ key: ServiceKey, _ status: Int32) {
        switch event {
        case CAVAHI_BROWSER_NEW: deliver(token, .appeared(key))
        case CAVAHI_BROWSER_REMOVE: deliver(token, .vanished(key))
        case CAVAHI_BROWSER_ALL_FOR_NOW: deliver(token, .allForNow)
        default: deliver(token, .browsingFailed(AvahiStatus(code: status)))
        }
    }

    private func resolved(_ token: Token, _ answer: (address: String, port: UInt16, txt: [UInt8])?) {
        guard case .some(.some(let key)) = live[token] else { return }
        guard let answer else { return deliver(token, .resolvingFailed(key)) }
        let resolution = Resolution(
            address: answer.address,
            port: answer.port,
            txt: answer.txt,
            interface: Resolution.interfaceName(key.interface)
        )
        deliver(token, .resolved(key, resolution))
    }

    /// Makes one of the shim's objects, known by a new token from before its first callback.
    private func make(
        for key: ServiceKey? = nil,
        _ create: (Token, UnsafeMutableRawPointer, UnsafeMutablePointer<Int32>) -> OpaquePointer?
    ) -> (status: AvahiStatus, made: (handle: OpaquePointer, token: Token)?) {
        lastToken += 1
        let token = lastToken
        live.updateValue(key, forKey: token)
        var code = AvahiStatus.ok.code
        // SAFETY: the library calls back only while the object exists, and `close`, in deinit at the latest, ends all.
        guard let handle = create(token, Unmanaged.passUnretained(self).toOpaque(), &code) else {
            live[token] = nil
            return (AvahiStatus(code: code), nil)
        }
        return (.ok, (handle, token))
    }

    private static func of(_ context: UnsafeMutableRawPointer) -> AvahiConnection {
        // SAFETY: see `make`.
        Unmanaged<AvahiConnection>.fromOpaque(context).takeUnretainedValue()
    }
}
