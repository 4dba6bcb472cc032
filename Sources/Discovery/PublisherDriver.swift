/// Does what the ``PublisherMachine`` says. Belongs to the loop's thread.
// SAFETY: touched only in jobs of `loop`, which run on one thread.
final class PublisherDriver: @unchecked Sendable {
    private let loop: AvahiLoop
    private let port: UInt16
    private let report: @Sendable (PublisherState) -> Void
    private var machine: PublisherMachine
    private var connection: AvahiConnection?

    init(_ advertisement: ServiceAdvertisement, loop: AvahiLoop, report: @escaping @Sendable (PublisherState) -> Void) {
        self.loop = loop
        port = advertisement.port
        self.report = report
        machine = PublisherMachine(advertisement)
    }

    /// Feeds the machine and does what it says, until it has nothing more to say.
    func handle(_ event: PublisherMachine.Event) {
        var events = [event]
        while !events.isEmpty {
            for action in machine.handle(events.removeFirst()) {
                if let outcome = perform(action) { events.append(outcome) }
            }
        }
    }

    /// Withdraws the service and hangs up. The last job.
    func close() {
        connection?.close()
        connection = nil
    }

    private func perform(_ action: PublisherMachine.Action) -> PublisherMachine.Event? {
        switch action {
        case .openClient:
            let connection = AvahiConnection(loop: loop.handle) { [loop, weak self] token, event in
                loop.post { [weak self] in self?.arrived(event, token) }
            }
            self.connection = connection
            let status = connection.open()
            return status == .ok ? nil : .clientRefused(status)
        case .closeClient:
            close()
            return nil
        case .publish(let name, let txt):
            return failure(connection?.publish(name: name, port: port, txt: txt))
        case .updateTXT(let name, let txt):
            return failure(connection?.updateTXT(txt, name: name))
        case .withdraw:
            return failure(connection?.withdraw())
        case .retry(let delay):
            loop.after(delay) { [weak self] in self?.handle(.retry) }
            return nil
        case .report(let state):
            report(state)
            return nil
        }
    }

    private func failure(_ status: AvahiStatus?) -> PublisherMachine.Event? {
        guard let status, status != .ok, status != .noChange else { return nil }
        return .publishingFailed(status)
    }

    private func arrived(_ event: AvahiEvent, _ token: AvahiConnection.Token) {
        guard let connection, connection.isCurrent(token) else { return }
        switch event {
        case .client(let state): handle(.client(state))
        case .established: handle(.established)
        case .nameTaken: handle(.nameTaken)
        case .publishingFailed(let status): handle(.publishingFailed(status))
        case .appeared, .vanished, .allForNow, .browsingFailed, .resolved, .resolvingFailed: break
        }
    }
}
