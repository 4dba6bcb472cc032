import Buttons
import Game
import Quiz
import Synchronization

/// Tells the person at a board what happens, in lines of text or of JSON.
final class PlayerVoice: Sendable {
    private struct Line: Encodable {
        var event: String
        var playerId: String?
        var name: String?
        var gameId: String?
        var title: String?
        var index: Int?
        var button: Int?
        var choice: Int?
        var correct: Bool?
        var points: Int?
        var place: Int?
        var rank: Int?
        var reason: String?
        var retryMs: Int?
    }

    private let writesJSON: Bool
    private struct State {
        var link: PlayerService.Link?
        var trouble: String?
        var total: Int?
        var player: PlayerID?
        /// The last question, and its kind.
        var question: (id: QuestionID, kind: QuestionKind?)?
    }

    private let state = Mutex(State())

    init(writesJSON: Bool) {
        self.writesJSON = writesJSON
    }

    func begin(name: String, player: PlayerID) {
        state.withLock { $0.player = player }
        say(Line(event: "board", playerId: player.text, name: name), "\(name): looking for a game")
    }

    /// What the buttons have to tell: an event, and for a person a line beside the game's.
    func say(_ state: PanelState) {
        let event =
            switch state {
            case .ready: "buttons"
            case .lost: "buttons-lost"
            case .limited: "buttons-limited"
            }
        if writesJSON {
            Output.json(Line(event: event, reason: state.text))
        } else if case .ready(let text) = state {
            note("buttons: \(text)")
        } else {
            note(state.text)
        }
    }

    func note(_ text: String) {
        Output.note("pulsador: \(text.printable)")
    }

    func say(_ link: PlayerService.Link) {
        let isNews = state.withLock { state in
            defer { state.link = link }
            switch (state.link, link) {
            case (.connected?, .connected), (.connecting?, .connecting): return false
            default: return true
            }
        }
        guard isNews else { return }
        switch link {
        case .connecting: break
        case .connected:
            state.withLock { $0.trouble = nil }
            say(Line(event: "connected"), "connected")
        case .offline(let reason, let wait): say("offline", reason, wait)
        case .refused(let reason, let wait): say("refused", reason, wait)
        }
    }

    /// The host's address in place of a URL, for a person, who knows of no path; any other word as it is.
    private static func address(_ word: Substring) -> String {
        let scheme = "ws://"
        guard word.hasPrefix(scheme) else { return String(word) }
        let end = word.last.flatMap { ":;,".contains($0) ? String($0) : nil } ?? ""
        return word.dropFirst(scheme.count).prefix { $0 != "/" } + end
    }

    /// Each try is an event; a person is told the same reason once.
    private func say(_ event: String, _ reason: String, _ wait: Duration) {
        let isNews = state.withLock { state in
            defer { state.trouble = reason }
            return state.trouble != reason
        }
        guard isNews || writesJSON else { return }
        let plain = reason.printable.split(separator: " ", omittingEmptySubsequences: false).map(Self.address)
            .joined(separator: " ")
        say(Line(event: event, reason: reason, retryMs: Int(wait.milliseconds)), "\(plain); trying again")
    }

    func say(_ update: PlayerUpdate) {
        switch update {
        case .joining(let game, let title):
            say(Line(event: "joining", gameId: game.text, title: title), "joining \"\(title.printable)\"")
        case .seated: say(Line(event: "seated"), "you are in; watch the projector")
        case .opened(let id, let state, let question, _):
            let player = self.state.withLock { voice in
                voice.question = (id, question.kind)
                return voice.player
            }
            let isOut = player.map { state.lockedOutPlayerIds?.contains($0) == true } ?? false
            say(
                Line(event: "question", index: state.currentQuestionIndex),
                "question \(state.currentQuestionIndex &+ 1): \(isOut ? "the others may try" : prompt(question))")
        case .called: say(Line(event: "called"), "you are first: answer aloud")
        case .answered(let answer):
            say(
                Line(event: "answered", choice: answer.selectedChoiceIndex),
                kind(of: answer.questionId) == .buzz ? "you pressed" : "you chose \(answer.selectedChoiceIndex &+ 1)")
        case .buttonSeen(let button): say(Line(event: "button", button: button), "button \(button + 1) works")
        case .refused(let reason):
            say(Line(event: "refused", reason: reason), "the host refuses: \(reason.printable)")
        case .result(let result):
            say(
                Line(event: "result", correct: result.isCorrect, points: result.points, place: result.buzzPlace),
                kind(of: result.questionId) == .poll ? "counted" : Self.text(result))
        case .resultWithdrawn: say(Line(event: "withdrawn"), "the host takes the verdict back")
        case .leaderboard(let leaderboard, let rank):
            let own = leaderboard.entries.first { $0.rank == rank }
            let isNews = state.withLock { state in
                defer { state.total = own?.totalPoints }
                return state.total != own?.totalPoints
            }
            guard isNews, let rank, let own else { return }
            say(Line(event: "rank", points: own.totalPoints, rank: rank), "\(own.totalPoints) points, place \(rank)")
        case .lamps: break
        case .finished: say(Line(event: "finished"), "the game is over")
        case .storageTrouble(let reason): say(Line(event: "storage", reason: reason), "not saved: \(reason)")
        }
    }

    private func kind(of question: QuestionID) -> QuestionKind? {
        state.withLock { $0.question.flatMap { $0.id == question ? $0.kind : nil } }
    }

    private func prompt(_ question: Question) -> String {
        if question.kind == .buzz { return "press any button to answer aloud" }
        return "press " + question.choices.indices.map { "\($0 + 1)" }.joined(separator: ", ")
    }

    private static func text(_ result: AnswerResult) -> String {
        if let place = result.buzzPlace, place > 1 {
            let gap = Duration.nanoseconds(result.buzzGapNs ?? 0).milliseconds
            return "place \(place), \(gap.tenths) ms after the first"
        }
        if result.isLate == true { return "too late: the answer came after the result" }
        return "\(result.isCorrect ? "right" : "wrong"): \(result.points) points"
    }

    private func say(_ line: Line, _ text: String) {
        if writesJSON { Output.json(line) } else { Output.line(text) }
    }
}
