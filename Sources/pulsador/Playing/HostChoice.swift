import Discovery

/// Which of the games on the network a board plays, and at which of a game's addresses: a pure rule.
///
/// A board follows a game's id. It stays with the game it chose, also while that one's host is being restarted; only
/// when the game is over, or its host does not come back for a while, does it look at others. Wanted by name or id beats
/// remembered from before a restart, and that beats whatever was found first.
struct HostChoice: Sendable {
    /// How many tries to connect a host that is nowhere to be found gets: about half a minute with a board's backoff.
    static let patience = 10

    /// What the player asked for: the beginning of a game's id, or its title; nil takes any.
    var wanted: String?
    /// The game played before a restart.
    var remembered: String?
    private(set) var games: [String: [DiscoveredService]] = [:]
    private var order: [String] = []
    private(set) var current: DiscoveredService?
    /// Tries to connect to `current` that have failed since it was chosen or last came up.
    private var failures = 0
    /// Whether the game of `current` is over.
    private var isOver = false

    init(wanted: String?, remembered: String?) {
        self.wanted = wanted
        self.remembered = remembered
    }

    /// A game can be reached here. Returns where to connect to now, nil for no change.
    mutating func found(_ service: DiscoveredService) -> DiscoveredService? {
        guard let id = service.gameID else { return nil }
        if games[id] == nil { order.append(id) }
        games[id, default: []].removeAll { $0 == service }
        games[id, default: []].append(service)
        guard let current else { return best.flatMap { choose($0) } }
        if current.gameID == id {
            // Its host is back, here or on another port: no need to wait for the next try.
            return failures > 0 ? choose(service) : nil
        }
        if isOver, failures > 0 { return best.flatMap { choose($0) } }
        return current.gameID != remembered && id == remembered && wanted == nil ? choose(id) : nil
    }

    /// A game cannot be reached here any more. The connection, if there is one, speaks for itself.
    mutating func lost(_ service: DiscoveredService) {
        guard let id = service.gameID else { return }
        games[id]?.removeAll { $0 == service }
        if games[id]?.isEmpty == true {
            games[id] = nil
            order.removeAll { $0 == id }
        }
    }

    /// The connection to `current` came up.
    mutating func connected() {
        failures = 0
    }

    /// The game of `current` is over.
    mutating func finished() {
        isOver = true
    }

    /// The connection to `current` failed. Returns where to try next, nil to go on there.
    mutating func failed() -> DiscoveredService? {
        guard let current, let id = current.gameID else { return nil }
        failures += 1
        guard let places = games[id] else {
            return isOver || failures >= Self.patience ? best.flatMap { choose($0) } : nil
        }
        let index = places.firstIndex(of: current).map { ($0 + 1) % places.count } ?? 0
        guard places[index] != current else { return nil }
        self.current = places[index]
        return places[index]
    }

    /// Other games a person may want to know of, each once.
    var others: [DiscoveredService] {
        order.filter { $0 != current?.gameID }.compactMap { games[$0]?.first }
    }

    private var best: String? {
        if let wanted { return order.first { matches($0, wanted) } }
        if let remembered, games[remembered] != nil { return remembered }
        return order.first
    }

    private func matches(_ id: String, _ wanted: String) -> Bool {
        id.hasPrefix(wanted) || games[id]?.contains { $0.gameName?.lowercased() == wanted.lowercased() } ?? false
    }

    private mutating func choose(_ id: String) -> DiscoveredService? {
        games[id]?.first.map { choose($0) }
    }

    private mutating func choose(_ service: DiscoveredService) -> DiscoveredService {
        if service.gameID != current?.gameID { isOver = false }
        current = service
        failures = 0
        return service
    }
}
