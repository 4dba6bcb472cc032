import Quiz

/// A game in a host's database, as a list of games shows it.
package struct ArchivedGame: Hashable, Sendable {
    package let id: GameID
    package let title: String
    package let joinCode: String
    /// By the host's wall clock, which may never have been set.
    package let createdAt: Timestamp
    /// Where it stands, or stood when its host ended.
    package let phase: Phase
    /// How many questions the game has.
    package let questionCount: Int
    /// How many of them were asked.
    package let askedCount: Int
    /// How many players have a seat.
    package let playerCount: Int
    /// Whether it is the one that `pulsador host --resume` would take up.
    package let isCurrent: Bool

    /// Whether there is nothing to see: its host could not start, or nobody entered its lobby.
    package var isEmpty: Bool { !isCurrent && playerCount == 0 && askedCount == 0 }
}

extension [ArchivedGame] {
    /// The games that `word` means: the one with that id, `last` the current or else the first one, otherwise all whose id
    /// begins with it or whose join code it is, in capitals or not.
    package func matching(_ word: String) -> [ArchivedGame] {
        if let exact = first(where: { $0.id.text == word }) { return [exact] }
        if word == "last" { return (first(where: \.isCurrent) ?? first).map { [$0] } ?? [] }
        guard !word.isEmpty else { return [] }
        let code = word.uppercased()
        return filter { $0.id.text.hasPrefix(word) || $0.joinCode == code }
    }

    /// How many characters of an id tell each of the games from all others, at least `least`.
    package func idLength(least: Int) -> Int {
        let ids = map { [UInt8]($0.id.text.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        let shared = zip(ids, ids.dropFirst()).map { one, other in zip(one, other).prefix { $0 == $1 }.count }
        return Swift.max(least, (shared.max() ?? 0) + 1)
    }
}
