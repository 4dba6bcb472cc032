import Documents
import Quiz

/// The collections a host keeps for itself. No peer can subscribe to them: the listener shows `_default` only.
enum HostCollections {
    /// `HostGame.Snapshot` by game id.
    static let games = name("host.games")
    /// The questions of a game, keys included, by game id.
    static let cards = name("host.cards")
    /// `RuledAnswer` by the id of its AnswerResult: what will be published at the reveal.
    static let rulings = name("host.rulings")
    /// `QuestionState` by the id of its question, as it was last: when each was open, which the replicated one says of the
    /// present one alone.
    static let askings = name("host.askings")
    /// `AnswerArrival` moments by the id of the Answer, written in the transaction that stored it.
    static let arrivals = name("host.arrivals")
    /// `SeatSecret` by player id.
    static let secrets = name("host.secrets")

    private static func name(_ text: String) -> CollectionName {
        guard let name = CollectionName(text) else { preconditionFailure("'\(text)' is no collection name") }
        return name
    }
}

/// When an answer came, for a host that is killed before it has ruled on it.
struct RecordedArrival: Codable, Sendable {
    let receivedAtNs: Int64
    /// The boot whose clock that is.
    let bootId: String
    /// How far before its arrival the press may lie, by what the host had measured of the board then.
    let allowanceNs: Int64?
}

/// The hash of what a board shows to prove that a seat is its own.
struct SeatSecret: Codable, Sendable {
    let sha256: String
}

/// The questions of a game as they were when it started, so that a restart needs no pack.
struct StoredCards: Codable, Sendable {
    let cards: [QuestionCard]
}
