import Discovery

/// Which of the games on the network a board plays, and at which of a game's addresses: a pure rule.
///
/// A board follows a game's id. It stays with the game it chose as long as that one can be reached anywhere; wanted by
/// name or id beats remembered from before a restart, and that beats whatever was found first.
struct HostChoice: Sendable {
    /// What the player asked for: the beginning of a game's id, or its title; nil takes any.
    var wanted: String?
    /// The game played before a restart.
    var remembered: String?
    private(set) var games: [String: [DiscoveredService]] = [:]
    private var order: [String] = []
    private(set) var current: DiscoveredService?

    init(wanted: String?, remembered: String?) {
        self.wanted = wanted
        self.remembered = remembered
    }

    /// A game can be reached here. Returns where to connect to now, nil for no change.
    mutating func found(_ service: DiscoveredService) -> DiscoveredService? {
        guard let id = service.gameID else { return nil }
        if games[id] == nil { order.append(id) }
        games[id, default: []].append(service)
        if let current, current.gameID != remembered, id == remembered, wanted == nil { return choose(id) }
        return current == nil ? best.flatMap { choose($0) } : nil
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

    /// The connection to `current` failed. Returns where to try next, nil to go on there.
    mutating func failed() -> DiscoveredService? {
        guard let current, let id = current.gameID else { return nil }
        let places = games[id] ?? []
        if places.isEmpty { return best.flatMap { $0 == id ? nil : choose($0) } }
        let index = places.firstIndex(of: current).map { ($0 + 1) % places.count } ?? 0
        guard places[index] != current else { return nil }
        self.current = places[index]
        return self.current
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
        current = games[id]?.first
        return current
    }
}
