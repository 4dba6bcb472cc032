/// The rules of browsing, without Avahi: every event yields what is to be done, in order.
struct BrowserMachine {
    enum Event: Hashable {
        case start
        case client(AvahiClientState)
        /// `openClient` or `browse` did not succeed, or the daemon stopped browsing.
        case refused(AvahiStatus)
        case appeared(ServiceKey)
        case vanished(ServiceKey)
        case allForNow
        case resolved(ServiceKey, Resolution)
        case resolvingFailed(ServiceKey)
        case retry
        case retryResolving(ServiceKey)
        /// The loop is broken, for this reason.
        case broken(String)
    }

    enum Action: Hashable {
        case openClient
        case closeClient
        case browse
        case resolve(ServiceKey)
        case endResolving(ServiceKey)
        case retry(after: Duration)
        case retryResolving(ServiceKey, after: Duration)
        case report(BrowserEvent)
    }

    private enum Phase {
        /// No client, nothing to wait for.
        case idle
        /// No client, a retry is on its way.
        case retrying
        /// A client whose daemon is not ready.
        case connecting
        case browsing
    }

    private struct Entry {
        var isResolving = true
        /// Whether it was there, and not yet resolved or given up once, when the browser caught up.
        var isFirstAttempt = true
        var reported: DiscoveredService?
        var backoff = Backoff()
    }

    private var phase = Phase.idle
    private var entries: [ServiceKey: Entry] = [:]
    private var hasAllForNow = false
    private var hasCaughtUp = false
    private var backoff = Backoff()
    /// The last report, when it was that the daemon is waited for.
    private var waitingFor: String?

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .start: start()
        case .retry: phase == .retrying ? start() : []
        case .client(let state): clientChanged(state)
        case .refused(let status): retryLater(status)
        case .appeared(let key): appeared(key)
        case .vanished(let key): vanished(key) + catchUp()
        case .allForNow: allForNow()
        case .resolved(let key, let resolution): resolved(key, resolution) + catchUp()
        case .resolvingFailed(let key): resolvingFailed(key) + catchUp()
        case .retryResolving(let key): retryResolving(key)
        case .broken(let reason): giveUp(reason)
        }
    }

    private mutating func start() -> [Action] {
        phase = .connecting
        return [.openClient]
    }

    private mutating func clientChanged(_ state: AvahiClientState) -> [Action] {
        switch state {
        case .connecting:
            return waiting(AvahiStatus.noDaemon.reason)
        case .claimingHostName, .running:
            guard phase == .connecting else { return [] }
            phase = .browsing
            hasAllForNow = false
            hasCaughtUp = false
            waitingFor = nil
            return [.browse]
        case .failed(let status):
            return retryLater(status)
        }
    }

    private mutating func appeared(_ key: ServiceKey) -> [Action] {
        guard phase == .browsing, entries[key] == nil, entries.count < DiscoveryLimits.services else { return [] }
        entries[key] = Entry()
        return [.resolve(key)]
    }

    private mutating func vanished(_ key: ServiceKey) -> [Action] {
        guard let entry = entries.removeValue(forKey: key) else { return [] }
        return [.endResolving(key)] + lost(entry)
    }

    private mutating func allForNow() -> [Action] {
        guard phase == .browsing else { return [] }
        hasAllForNow = true
        backoff.reset()
        return catchUp()
    }

    private mutating func resolved(_ key: ServiceKey, _ resolution: Resolution) -> [Action] {
        guard let entry = entries[key] else { return [] }
        let service = resolution.service(named: key.name)
        entries[key] = Entry(isFirstAttempt: false, reported: service)
        guard service != entry.reported else { return [] }
        return lost(entry) + (service.map { [.report(.found($0))] } ?? [])
    }

    private mutating func resolvingFailed(_ key: ServiceKey) -> [Action] {
        guard var entry = entries[key], entry.isResolving else { return [] }
        let actions = lost(entry)
        entry.isResolving = false
        entry.isFirstAttempt = false
        entry.reported = nil
        let delay = entry.backoff.next()
        entries[key] = entry
        return [.endResolving(key)] + actions + [.retryResolving(key, after: delay)]
    }

    private mutating func retryResolving(_ key: ServiceKey) -> [Action] {
        guard phase == .browsing, entries[key]?.isResolving == false else { return [] }
        entries[key]?.isResolving = true
        return [.resolve(key)]
    }

    private mutating func catchUp() -> [Action] {
        guard phase == .browsing, hasAllForNow, !hasCaughtUp, !entries.values.contains(where: \.isFirstAttempt) else {
            return []
        }
        hasCaughtUp = true
        return [.report(.caughtUp)]
    }

    private mutating func retryLater(_ status: AvahiStatus) -> [Action] {
        guard phase == .connecting || phase == .browsing else { return [] }
        phase = .retrying
        return [.closeClient] + loseAll() + waiting(status.reason) + [.retry(after: backoff.next())]
    }

    private mutating func giveUp(_ reason: String) -> [Action] {
        phase = .idle
        return [.closeClient] + loseAll() + waiting(reason)
    }

    private mutating func loseAll() -> [Action] {
        defer { entries = [:] }
        return entries.values.flatMap(lost)
    }

    private func lost(_ entry: Entry) -> [Action] {
        entry.reported.map { [.report(.lost($0))] } ?? []
    }

    private mutating func waiting(_ reason: String) -> [Action] {
        guard reason != waitingFor else { return [] }
        waitingFor = reason
        return [.report(.waitingForDaemon(reason: reason))]
    }
}
