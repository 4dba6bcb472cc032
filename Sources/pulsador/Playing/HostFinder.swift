import Discovery
import Dispatch
import Game
import Replication
import WebSocket

/// Keeps a board connected to the game it should play, through whatever Avahi and the network do.
final class HostFinder: @unchecked Sendable {
    // SAFETY: `choice`, `browser` and `service` are touched only on `queue`.

    private let queue = DispatchQueue(label: "host-finder")
    private let say: @Sendable (String) -> Void
    private var choice: HostChoice
    private var browser: ServiceBrowser?
    private var service: PlayerService?
    private var named: Set<String> = []

    /// `say` gets lines for a person.
    init(wanted: String?, remembered: String?, say: @escaping @Sendable (String) -> Void) {
        choice = HostChoice(wanted: wanted, remembered: remembered)
        self.say = say
    }

    func start(_ service: PlayerService) {
        queue.async { [self] in
            self.service = service
            browser = ServiceBrowser { [weak self] event in
                guard let self else { return }
                queue.async { self.take(event) }
            }
        }
    }

    /// The board's connection came up.
    func linkCameUp() {
        queue.async { [self] in choice.connected() }
    }

    /// The board's game is over.
    func gameFinished() {
        queue.async { [self] in choice.finished() }
    }

    /// The board's connection failed once more.
    func linkFailed() {
        queue.async { [self] in
            if let next = choice.failed() { connect(next) }
        }
    }

    func stop() {
        queue.sync {
            browser?.stop()
            browser = nil
            service = nil
        }
    }

    private func take(_ event: BrowserEvent) {
        switch event {
        case .found(let service):
            if let next = choice.found(service) { connect(next) }
            tellOthers()
        case .lost(let service): choice.lost(service)
        case .waitingForDaemon(let reason): say(reason)
        case .caughtUp: break
        }
    }

    private func connect(_ found: DiscoveredService) {
        say("found \"\(found.gameName ?? found.name)\" at \(found.endpoint)")
        let url = WebSocketURL(host: found.host, port: Int(found.port), path: "/\(HostService.databaseName)")
        do {
            try service?.connect(to: url)
        } catch {
            say("\(error)")
        }
    }

    private func tellOthers() {
        guard choice.current != nil else { return }
        for other in choice.others where named.insert(other.gameID ?? "").inserted {
            let id = other.gameID.map { String($0.prefix(8)) } ?? ""
            say("there is another game, \"\(other.gameName ?? other.name)\"; join it with --game \(id)")
        }
    }
}
