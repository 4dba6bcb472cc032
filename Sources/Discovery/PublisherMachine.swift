/// The rules of publishing, without Avahi: every event yields what is to be done, in order.
struct PublisherMachine {
    enum Event: Hashable {
        case start
        case client(AvahiClientState)
        /// `openClient` did not succeed.
        case clientRefused(AvahiStatus)
        /// `publish`, `updateTXT` or `withdraw` did not succeed, or the daemon gave up later.
        case publishingFailed(AvahiStatus)
        case established
        case nameTaken
        case retry
        /// The TXT record is to be this one from now on.
        case setTXT([String: String])
        /// The loop is broken, for this reason.
        case broken(String)
    }

    enum Action: Hashable {
        case openClient
        case closeClient
        case publish(name: String, txt: [UInt8])
        case updateTXT(name: String, txt: [UInt8])
        case withdraw
        case retry(after: Duration)
        case report(PublisherState)
    }

    private enum Phase {
        /// No client, nothing to wait for.
        case idle
        /// No client, a retry is on its way.
        case retrying
        /// A client whose daemon is not ready.
        case connecting
        /// The service is with the daemon.
        case publishing
    }

    private var advertisement: ServiceAdvertisement
    private var phase = Phase.idle
    private var renames = 0
    private var backoff = Backoff()
    private var reported: PublisherState?

    /// `advertisement.name` is replaced as the network demands.
    init(_ advertisement: ServiceAdvertisement) {
        self.advertisement = advertisement
    }

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .start: start()
        case .retry: phase == .retrying ? start() : []
        case .client(let state): clientChanged(state)
        case .clientRefused(let status): retryLater(status)
        case .publishingFailed(.collision), .nameTaken: phase == .publishing ? rename() : []
        case .publishingFailed(let status): publishingFailed(status)
        case .established: established()
        case .setTXT(let txt): setTXT(txt)
        case .broken(let reason): giveUp(reason)
        }
    }

    private mutating func start() -> [Action] {
        do {
            try advertisement.validate()
        } catch {
            return giveUp(error.message)
        }
        phase = .connecting
        return [.openClient]
    }

    private mutating func clientChanged(_ state: AvahiClientState) -> [Action] {
        switch state {
        case .connecting:
            return report(.waitingForDaemon(reason: AvahiStatus.noDaemon.reason))
        case .claimingHostName:
            // Services must go while the host name that they point to is in doubt.
            let wasPublishing = phase == .publishing
            phase = .connecting
            return (wasPublishing ? [.withdraw] : []) + report(.registering)
        case .running:
            return phase == .connecting ? publish() : []
        case .failed(let status):
            return retryLater(status)
        }
    }

    private mutating func publish() -> [Action] {
        do {
            let txt = try TXTRecord.encode(advertisement.txt)
            phase = .publishing
            return report(.registering) + [.publish(name: advertisement.name, txt: txt)]
        } catch {
            return giveUp(error.message)
        }
    }

    private mutating func established() -> [Action] {
        guard phase == .publishing else { return [] }
        renames = 0
        backoff.reset()
        return report(.published(name: advertisement.name))
    }

    private mutating func rename() -> [Action] {
        renames += 1
        guard renames <= DiscoveryLimits.renames, let name = ServiceName.alternative(to: advertisement.name) else {
            return giveUp(
                "the network refused \(renames) names in a row, the last one \"\(advertisement.name)\"; "
                    + "see who publishes them (avahi-browse \(ServiceAdvertisement.type)), or connect boards with --host"
            )
        }
        advertisement.name = name
        return report(.renamed(to: name)) + publish()
    }

    private mutating func publishingFailed(_ status: AvahiStatus) -> [Action] {
        guard phase == .publishing || phase == .connecting else { return [] }
        return status.isFinal ? giveUp(status.reason) : retryLater(status)
    }

    private mutating func setTXT(_ txt: [String: String]) -> [Action] {
        advertisement.txt = txt
        switch phase {
        case .idle:
            renames = 0
            return start()
        case .retrying, .connecting:
            return []
        case .publishing:
            do {
                return [.updateTXT(name: advertisement.name, txt: try TXTRecord.encode(txt))]
            } catch {
                return giveUp(error.message)
            }
        }
    }

    private mutating func retryLater(_ status: AvahiStatus) -> [Action] {
        guard phase != .idle, phase != .retrying else { return [] }
        phase = .retrying
        return [.closeClient] + report(.waitingForDaemon(reason: status.reason)) + [.retry(after: backoff.next())]
    }

    private mutating func giveUp(_ message: String) -> [Action] {
        phase = .idle
        return [.closeClient] + report(.failed(message: message))
    }

    private mutating func report(_ state: PublisherState) -> [Action] {
        guard state != reported else { return [] }
        reported = state
        return [.report(state)]
    }
}
