import Timing

extension HostGame {
    /// Where the game stands.
    package enum Stage: Hashable, Sendable, Codable {
        case lobby
        case asking(Round)
        /// The question is over; the host waits for the boards' last answers.
        case closing(Round, Closing)
        /// Who was first answers a buzz question aloud; the host waits for its owner's verdict.
        case answering(Round, Answering)
        /// The results of the question with this index are out.
        case closed(index: Int)
        case finished
    }

    /// One asking of one question.
    package struct Round: Hashable, Sendable, Codable {
        /// Position in the game, from 0.
        package let index: Int
        /// How many times the question was asked, this one included.
        package let asking: Int
        package let question: QuestionID
        package let startedAt: MonotonicTime
        /// When it closes by itself.
        package let deadline: MonotonicTime
        /// What became of a buzz question's openings before this one; nil at the first.
        let before: Openings?
        /// What became of its verdicts that were taken back; nil without any.
        var undone: Undone?
        /// In the order of arrival, one per player. Host only until the reveal.
        package internal(set) var rulings: [RuledAnswer] = []

        /// The next time the question is asked. An id that a board may have written an answer under is not used again.
        var nextAsking: Int { max(asking, undone?.asking ?? 0) + 1 }

        func hasAnswer(of player: PlayerID) -> Bool {
            rulings.contains { $0.result.playerId == player } || undone?.late.contains(player) == true
        }

        // The rulings are stored one by one as they are made; a snapshot holds only the frame around them.
        private enum CodingKeys: String, CodingKey {
            case index, asking, question, startedAt, deadline, before, undone
        }
    }

    /// Openings of a buzz question that ended with a wrong answer.
    struct Openings: Hashable, Sendable, Codable {
        /// How long people could think, altogether.
        let thoughtNs: Int64
        /// How many players had a seat: who came later only comes back under another name.
        let seats: Int
        /// Who answered, in that order.
        let lockedOut: [PlayerID]
    }

    /// What verdicts that were taken back leave behind.
    struct Undone: Hashable, Sendable, Codable {
        /// The last asking of the question that was opened by one; nil for none.
        let asking: Int?
        /// How long the question was open because of them.
        let openNs: Int64
        /// Whose answers came while one stood, and were recorded as late.
        let late: Set<PlayerID>
    }

    /// The time in which somebody answers aloud.
    package struct Answering: Hashable, Sendable, Codable {
        package let player: PlayerID
        /// The last moment of a press that is recorded.
        package let closeAt: MonotonicTime
        /// How many presses were there when it was decided who was first.
        let heard: Int
        /// How many players had a seat then: who comes later may be the one who answers, under another name.
        var seats: Int?
    }

    /// The wait between close and reveal.
    package struct Closing: Hashable, Sendable, Codable {
        /// The last moment of a press that counts.
        package let closeAt: MonotonicTime
        /// When the results come out, whoever is missing.
        package let revealBy: MonotonicTime
        package internal(set) var acknowledged: Set<PlayerID> = []
        /// At a buzz question: when the first press came. Nobody is told that it is closing, lest somebody press because of it.
        let gatheringSince: MonotonicTime?

        init(closeAt: MonotonicTime, revealBy: MonotonicTime, gatheringSince: MonotonicTime? = nil) {
            self.closeAt = closeAt
            self.revealBy = revealBy
            self.gatheringSince = gatheringSince
        }
    }

    /// What is kept of a question after its reveal, to recognise answers that come late.
    struct RevealedRound: Hashable, Sendable, Codable {
        let index: Int
        let question: QuestionID
        let startedAt: MonotonicTime
        let closeAt: MonotonicTime
        /// Who has answered, in time or late.
        var answered: Set<PlayerID>
    }

    /// The phase as documents say it.
    package var phase: Phase {
        switch stage {
        case .lobby: .lobby
        case .asking: .asking
        case .closing(_, let closing) where closing.gatheringSince != nil: .asking
        case .closing, .answering, .closed: .closed
        case .finished: .finished
        }
    }

    /// The question that is open, closing or being answered aloud.
    package var round: Round? {
        switch stage {
        case .asking(let round), .closing(let round, _), .answering(let round, _): round
        case .lobby, .closed, .finished: nil
        }
    }

    /// The same stage with another round.
    mutating func put(_ round: Round) {
        switch stage {
        case .asking: stage = .asking(round)
        case .closing(_, let closing): stage = .closing(round, closing)
        case .answering(_, let answering): stage = .answering(round, answering)
        case .lobby, .closed, .finished: break
        }
    }

    /// Whether the question of `round` is answered aloud.
    package var isBuzz: Bool { round.map { cards[$0.index].kind == .buzz } ?? false }

    /// The seated, connected players whose acknowledgement of the close is missing, in seat order; empty when nobody
    /// is waited for.
    package var awaited: [PlayerID] {
        guard case .closing(_, let closing) = stage else { return [] }
        return seatedAndConnected.filter { !closing.acknowledged.contains($0) }
    }

    /// Whether a buzz question is open and nobody was called yet.
    package var isBuzzOpen: Bool {
        switch stage {
        case .asking: isBuzz
        case .closing: isGathering
        default: false
        }
    }

    /// Whether somebody pressed at a buzz question and it is not known yet who was first.
    package var isGathering: Bool {
        if case .closing(_, let closing) = stage { closing.gatheringSince != nil } else { false }
    }

    /// Whether everything that a player's board had to tell is here.
    func hasGathered(_ player: PlayerID) -> Bool {
        guard case .closing(_, let closing) = stage, closing.gatheringSince != nil else { return false }
        return closing.acknowledged.contains(player)
    }

    /// Who is out of the current buzz question, in the order of the wrong answers.
    package var lockedOut: [PlayerID] { round?.before?.lockedOut ?? [] }

    var seatedAndConnected: [PlayerID] {
        seats.map(\.player).filter(connected.contains)
    }
}
