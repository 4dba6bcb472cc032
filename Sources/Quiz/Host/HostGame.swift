import Timing

/// A game as its host sees it: the only authority on phase, time and score.
///
/// A value without clock or I/O. The engine feeds it events and carries out the actions that come back; equal events
/// give equal actions. Lobby → asking → closing → closed → (asking …) → finished; a buzz question has answering between
/// closing and closed, or asking again. Documents call all three `closed`, but for a closing that nobody is told of.
package struct HostGame: Hashable, Sendable {
    package let id: GameID
    package let title: String
    package let joinCode: String
    package let createdAt: Timestamp
    /// The questions in the order they are asked, keys included.
    package let cards: [QuestionCard]
    package let settings: HostSettings
    /// Names the boot of the host's machine that the times belong to.
    package let bootID: String

    /// In the order the players came.
    package internal(set) var seats: [Seat] = []
    /// Whose connection is up, seated or not.
    package var connected: Set<PlayerID> = []
    package internal(set) var stage = Stage.lobby
    /// How many questions have been opened, those asked again counted twice.
    var openedCount = 0
    /// The last revealed question, for answers that are still on their way.
    var lastRound: RevealedRound?
    /// The verdict that can be taken back.
    var lastVerdict: GivenVerdict?
    /// The latest moment seen.
    var now = MonotonicTime(nanoseconds: .min)

    /// A new game in its lobby.
    ///
    /// Throws `QuizError` without questions.
    package init(
        id: GameID,
        title: String,
        joinCode: String,
        createdAt: Timestamp,
        cards: [QuestionCard],
        settings: HostSettings = HostSettings(),
        bootID: String
    ) throws(QuizError) {
        guard !cards.isEmpty else {
            throw QuizError(.noQuestions, "there is nothing to ask; give the game at least one question")
        }
        self.id = id
        self.title = title
        self.joinCode = joinCode
        self.createdAt = createdAt
        self.cards = cards
        self.settings = settings
        self.bootID = bootID
    }

    /// Takes one event in. What is due by its moment happens first, so a late tick changes nothing.
    package mutating func handle(_ event: HostEvent) -> [HostAction] {
        now = max(now, event.time)
        var actions = passDeadlines()
        switch event {
        case .seat(let player, let name, let buttons, _): actions += seat(player, name: name, buttons: buttons)
        case .connectionUp(let player, _): connected.insert(player)
        case .connectionDown(let player, _):
            connected.remove(player)
            actions += settle()
        case .start:
            if case .lobby = stage { actions += open(index: 0, asking: 1) }
        case .answer(let arrival): actions += judge(arrival)
        case .acknowledgedClose(let player, let question, _): actions += acknowledge(player, question)
        case .gathered(let player, let asked, _): actions += gathered(player, asked: asked)
        case .verdict(let isRight, _): actions += judge(isRight)
        case .undoVerdict: actions += undoVerdict()
        case .tick: break
        case .closeEarly:
            if case .asking = stage { actions += close(at: now) }
        case .next: actions += goOn()
        case .finish: actions += finish()
        }
        if !canUndoVerdict { lastVerdict = nil }
        return actions
    }

    /// When the game wants a tick if nothing happens before; `nil` when only events can move it.
    package var deadline: MonotonicTime? {
        switch stage {
        case .asking(let round): round.deadline
        case .closing(_, let closing): closing.revealBy
        case .lobby, .answering, .closed, .finished: nil
        }
    }

    private mutating func passDeadlines() -> [HostAction] {
        switch stage {
        case .asking(let round) where now >= round.deadline: close(at: round.deadline)
        case .closing(_, let closing) where now >= closing.revealBy: conclude()
        default: []
        }
    }
}
