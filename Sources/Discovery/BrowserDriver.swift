/// Does what the ``BrowserMachine`` says. Belongs to the loop's thread.
// SAFETY: touched only in jobs of `loop`, which run on one thread.
final class BrowserDriver: @unchecked Sendable {
    private let loop: AvahiLoop
    private let report: @Sendable (BrowserEvent) -> Void
    private var machine = BrowserMachine()
    private var connection: AvahiConnection?

    init(loop: AvahiLoop, report: @escaping @Sendable (BrowserEvent) -> Void) {
        self.loop = loop
        self.report = report
    }

    /// Feeds the machine and does what it says, until it has nothing more to say.
    func handle(_ event: BrowserMachine.Event) {
        var events = [event]
        while !events.isEmpty {
            for action in machine.handle(events.removeFirst()) {
                if let outcome = perform(action) { events.append(outcome) }
            }
        }
    }

    /// Hangs up. The last job.
    func close() {
        connection?.close()
        connection = nil
    }

    private func perform(_ action: BrowserMachine.Action) -> BrowserMachine.Event? {
        switch action {
        case .openClient:
            let connection = AvahiConnection(loop: loop.handle) { [loop, weak self] token, event in
                loop.post { [weak self] in self?.arrived(event, token) }
            }
            self.connection = connection
            let status = connection.open()
            return status == .ok ? nil : .refused(status)
        case .closeClient:
            close()
        case .browse:
            if let status = connection?.browse(), status != .ok { return .refused(status) }
        case .resolve(let key):
            if let status = connection?.resolve(key), status != .ok { return .resolvingFailed(key) }
        case .endResolving(let key):
            connection?.endResolving(key)
        case .retry(let delay):
            loop.after(delay) { [weak self] in self?.handle(.retry) }
        case .retryResolving(let key, let delay):
            loop.after(delay) { [weak self] in self?.handle(.retryResolving(key)) }
        case .report(let event):
            report(event)
        }
        return nil
    }

    private func arrived(_ event: AvahiEvent, _ token: AvahiConnection.Token) {
        guard let connection, connection.isCurrent(token) else { return }
        switch event {
        case .client(let state): handle(.client(state))
        case .appeared(let key): handle(.appeared(key))
        case .vanished(let key): handle(.vanished(key))
        case .allForNow: handle(.allForNow)
        case .browsingFailed(let status): handle(.refused(status))
        case .resolved(let key, let resolution): handle(.resolved(key, resolution))
        case .resolvingFailed(let key): handle(.resolvingFailed(key))
        case .established, .nameTaken, .publishingFailed: break
        }
    }
}
