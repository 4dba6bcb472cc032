import Documents
import FoundationEssentials
import Quiz
import Replication
import Synchronization
import Timing
import WebSocket

/// Who may write and read what in a hosted game. Enforced by the replication layer on every row and revision.
///
/// | peer | may push | may pull |
/// |---|---|---|
/// | a seated board P | its Player; its Answer to a question that was asked, once, well-formed, choice in range | Game, QuestionState, Questions, Leaderboard, Players, PlayerScores, its own AnswerResults |
/// | anyone else | its own Player, to ask for a seat | Game |
///
/// A board that shows a name and a secret owns the seat of that name: the secret it showed when it first sat down is
/// asked for ever after. A peer without them (a phone) sits on the first Player document it pushes, as long as
/// nobody owns that seat and nobody sits on it.
final class HostAccess: Sendable {
    /// What the rules depend on, renewed after each commit of the engine.
    private struct Room {
        var game: HostGame
        /// SHA-256 of each seat's secret.
        var secrets: [PlayerID: String]
        /// What an answer to each question that was asked may say. Answers to earlier ones are taken and recorded as late.
        var asked: [QuestionID: Range<Int>] = [:]
        /// The hash of the secret that a board has shown that is connected and has not asked for its seat yet.
        var claims: [PlayerID: String] = [:]
        /// Name changes of each player.
        var renames: [PlayerID: RateLimit] = [:]
        /// The buttons that each player was allowed to tell of.
        var buttons: [PlayerID: Set<Int>] = [:]
        /// Seats that were first taken from each address.
        var seatsFrom: [String: Int] = [:]
        /// Which connection sits where.
        var sitting: [PlayerID: UInt64] = [:]

        /// Takes a seated player's document that says nothing new but more buttons. It has four, so it can say so four
        /// times in a game, however fast: nothing to be refused, nothing to gain.
        mutating func takeButtons(_ document: Player, of player: PlayerID) -> Bool {
            guard game.stage == .lobby, let seat = game.seats.first(where: { $0.player == player }),
                DisplayName.sanitised(document.displayName) == seat.name, let told = document.checkedButtons
            else { return false }
            let known = buttons[player] ?? Set(seat.buttonsSeen ?? [])
            let all = known.union(told)
            guard all.count > known.count else { return false }
            buttons[player] = all
            return true
        }
    }

    private let database: Database
    private let room: Mutex<Room>
    private let links: HostLinks

    init(game: HostGame, database: Database, links: HostLinks) throws {
        self.database = database
        self.links = links
        var secrets: [PlayerID: String] = [:]
        for document in try database.collection(HostCollections.secrets).documents() {
            guard let player = try? PlayerID(document.id), let secret = try? document.decode(SeatSecret.self) else {
                continue
            }
            secrets[player] = secret.sha256
        }
        var asked: [QuestionID: Range<Int>] = [:]
        for document in try database.collection().documents(prefix: "question::\(game.id)::") {
            guard let id = try? QuestionID(document.id), let question = try? document.decode(Question.self) else {
                continue
            }
            asked[id] = question.answers
        }
        room = Mutex(Room(game: game, secrets: secrets, asked: asked))
    }

    /// Takes the game's present state over.
    func update(_ game: HostGame) {
        room.withLock { room in
            room.game = game
            let state = game.questionState
            if let question = state.currentQuestionId, game.cards.indices.contains(state.currentQuestionIndex) {
                room.asked[question] = game.cards[state.currentQuestionIndex].answers
            }
        }
    }

    /// The player that a connection speaks for; nil while it has not said so.
    func player(on connection: UInt64) -> PlayerID? {
        room.withLock { room in room.sitting.first { $0.value == connection }?.key }
    }

    /// Where a player sits; nil while it is not connected.
    func connection(of player: PlayerID) -> UInt64? {
        room.withLock { $0.sitting[player] }
    }

    // MARK: Admission

    /// Whether a connection is let in, before its upgrade.
    func admit(_ request: WebSocketRequest) -> Listener.Admission {
        guard let shown = request.authorization else {
            return .accept(name: nil) { [self] peer in rules(for: peer, claimed: nil, secret: nil) }
        }
        guard let player = try? PlayerID(shown.user), !shown.password.isEmpty else {
            return .refuse(status: 401, message: "a board shows its player id and its secret")
        }
        let hash = Self.hash(shown.password)
        let (known, isTaken) = room.withLock { room in
            let known = room.secrets[player] ?? room.claims[player]
            // A phone's seat has no secret: nobody can show that it is his.
            return (known, known == nil && room.game.seats.contains { $0.player == player })
        }
        guard !isTaken else { return .refuse(status: 401, message: "this seat belongs to somebody without a secret") }
        guard known.map({ Digest.constantTimeEquals(Array($0.utf8), Array(hash.utf8)) }) ?? true else {
            return .refuse(status: 401, message: "this seat belongs to another board")
        }
        return .accept(name: player.text) { [self] peer in rules(for: peer, claimed: player, secret: hash) }
    }

    /// Notes who is here. Returns an earlier connection of the same player, which the new one replaces.
    func sit(_ player: PlayerID, on connection: UInt64) -> UInt64? {
        room.withLock { room in
            let earlier = room.sitting.updateValue(connection, forKey: player)
            return earlier == connection ? nil : earlier
        }
    }

    /// Notes that a connection is gone. Returns its player if no newer connection speaks for it.
    func leave(_ connection: UInt64) -> PlayerID? {
        room.withLock { room in
            guard let player = room.sitting.first(where: { $0.value == connection })?.key else { return nil }
            room.sitting[player] = nil
            room.claims[player] = nil
            return player
        }
    }

    private static func hash(_ secret: String) -> String {
        Data(Digest.digest(.sha256, of: Array(secret.utf8))).base64EncodedString()
    }

    // MARK: Rules

    private func rules(for peer: Listener.Peer, claimed: PlayerID?, secret: String?) -> PeerAccess {
        if let claimed, let secret { room.withLock { $0.claims[claimed] = $0.claims[claimed] ?? secret } }
        var access = PeerAccess()
        access.seesCollection = { $0 == .default }
        access.mayPull = { [self] _, header in mayPull(header.id, peer, claimed) }
        access.refusesOffer = { [self] _, id in refusal(of: id, peer, claimed) }
        access.refusesRevision = { [self] revision in refusal(of: revision, peer, claimed) }
        access.didStore = { [self] revision in try stored(revision, peer, claimed, secret) }
        access.allowsAttachments = false
        access.maxDocumentBytes = HostLimits.documentBytes
        return access
    }

    private func identity(_ peer: Listener.Peer, _ claimed: PlayerID?) -> PlayerID? {
        claimed ?? player(on: peer.id)
    }

    private func mayPull(_ id: String, _ peer: Listener.Peer, _ claimed: PlayerID?) -> Bool {
        let player = identity(peer, claimed)
        let (game, isSeated) = room.withLock { room in
            (room.game.id, player.map { player in room.game.seats.contains { $0.player == player } } ?? false)
        }
        guard let document = DocumentID(parsing: id), document.game == game else { return false }
        switch document {
        case .game: return true
        case .questionState, .question, .leaderboard, .player, .score: return isSeated
        case .answerResult(_, _, let owner): return isSeated && owner == player
        case .answer: return false
        }
    }

    private func refusal(of id: String, _ peer: Listener.Peer, _ claimed: PlayerID?) -> WireError? {
        let player = identity(peer, claimed)
        return room.withLock { room in
            switch DocumentID(parsing: id) {
            case .player(room.game.id, let owner)?:
                if let player { return owner == player ? nil : .forbidden("this seat is not yours") }
                let isFree = room.secrets[owner] == nil && room.sitting[owner] == nil
                return isFree ? nil : .forbidden("this seat is taken")
            case .answer(room.game.id, let question, let owner)?:
                guard owner == player, room.game.seats.contains(where: { $0.player == owner }) else {
                    return .forbidden("this answer is not yours to give")
                }
                return room.asked[question] == nil ? .forbidden("this question is not asked") : nil
            default: return .forbidden("boards write their player and their answers only")
            }
        }
    }

    private func refusal(of revision: PushedRevision, _ peer: Listener.Peer, _ claimed: PlayerID?) -> WireError? {
        guard !revision.isDeleted else { return .forbidden("boards delete nothing") }
        // Once more: a revision before this one in the same commit may have given the peer its seat, or taken this one.
        if let refusal = refusal(of: revision.id, peer, claimed) { return refusal }
        let (game, asked) = room.withLock { ($0.game, $0.asked) }
        switch DocumentID(parsing: revision.id) {
        case .player(_, let owner)?:
            guard let player = try? revision.decode(Player.self), player.gameId == game.id,
                DisplayName.sanitised(player.displayName) != nil
            else { return .forbidden("a player needs gameId, displayName and joinedAt") }
            let isSeated = game.seats.contains { $0.player == owner }
            guard isSeated || game.seats.count < game.settings.seatLimit else {
                return .forbidden("the room is full: \(game.settings.seatLimit) players")
            }
            return tooOften(player, of: owner, peer, isSeated: isSeated, at: revision.receivedAt)
        case .answer(_, let question, let owner)?:
            guard let answer = try? revision.decode(Answer.self), answer.gameId == game.id,
                answer.questionId == question, answer.playerId == owner,
                asked[question]?.contains(answer.selectedChoiceIndex) == true
            else { return .forbidden("an answer names its game, question, player and an existing choice") }
            return alreadyAnswered(revision) ? .forbidden("an answer is given once") : nil
        default: return .forbidden("boards write their player and their answers only")
        }
    }

    /// Counts a Player document against what its player, or its address, may do.
    private func tooOften(
        _ document: Player, of player: PlayerID, _ peer: Listener.Peer, isSeated: Bool, at now: MonotonicTime
    ) -> WireError? {
        room.withLock { room in
            if isSeated {
                if room.takeButtons(document, of: player) { return nil }
                let isAllowed = room.renames[player, default: HostLimits.renames].take(at: now)
                return isAllowed ? nil : .forbidden("this player changes its name too often; try again in a minute")
            }
            guard !peer.isLocal else { return nil }
            room.seatsFrom[peer.address, default: 0] += 1
            guard room.seatsFrom[peer.address, default: 0] <= HostLimits.seatsPerAddress else {
                return .forbidden("too many players from \(peer.address): \(HostLimits.seatsPerAddress) are allowed")
            }
            return nil
        }
    }

    private func alreadyAnswered(_ revision: PushedRevision) -> Bool {
        guard let collection = try? database.collection(), let record = try? collection.record(revision.id) else {
            return false
        }
        return record.vector.current != revision.version
    }

    /// What belongs into the transaction that stores a board's document.
    private func stored(_ revision: PushedRevision, _ peer: Listener.Peer, _ claimed: PlayerID?, _ secret: String?)
        throws
    {
        switch DocumentID(parsing: revision.id) {
        case .answer(_, _, let player)?:
            // As `RecordedArrival` reads it, without an encoder's detour: a player waits for this.
            let recorded: [String: JSON] = [
                "receivedAtNs": .integer(revision.receivedAt.nanoseconds),
                "bootId": .string(room.withLock { $0.game.bootID }),
                "allowanceNs": .integer(links.allowance(of: player, at: revision.receivedAt).nanoseconds),
            ]
            _ = try database.collection(HostCollections.arrivals).save(revision.id, recorded)
        case .player(_, let player)?:
            guard claimed == player, let secret else {
                room.withLock { $0.sitting[player] = peer.id }
                return
            }
            // The database is asked: what this process remembers may belong to a commit that failed.
            let secrets = try database.collection(HostCollections.secrets)
            guard try secrets.record(player.text) == nil else { return }
            try secrets.save(player.text, SeatSecret(sha256: secret))
            room.withLock { $0.secrets[player] = secret }
        default: break
        }
    }
}

extension WireError {
    fileprivate static func forbidden(_ message: String) -> WireError { WireError("HTTP", 403, message) }
}

extension PushedRevision {
    fileprivate func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try JSONDecoder().decode(type, from: Data(body))
    }
}
