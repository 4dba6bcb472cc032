import Testing
import Timing

@testable import Quiz

@Suite struct PlayerGameTests {
    private let me = Samples.player(1)

    /// A board in the first question, open since 0 of the host's clock, with four choices.
    private func playing() -> (board: PlayerGame, host: HostGame) {
        var host = Samples.host(settings: HostSettings(closesEarly: false))
        host.fill(1)
        var board = PlayerGame(player: me)
        _ = board.handle(.connectionUp)
        _ = board.handle(.gameSeen(Samples.game, host.gameDocument))
        if let opened = host.handle(.start(at: Samples.time(0))).opened.first {
            _ = board.handle(.question(opened.id, opened.question))
            _ = board.handle(.questionState(opened.state))
        }
        return (board, host)
    }

    private func press(_ button: Int, claim: Int? = nil, error: Int = 1) -> PlayerEvent {
        let claim = claim.map { PressClaim(pressedAt: Samples.time($0), clockError: .milliseconds(error)) }
        return .press(button: button, edge: MonotonicTime(nanoseconds: 77), claim: claim)
    }

    private var first: QuestionID { QuestionID(game: Samples.game, index: 0) }

    @Test func aBoardSearchesJoinsAndPlays() {
        var board = PlayerGame(player: me)
        #expect(board.lamps == .searching)
        #expect(board.handle(.connectionUp) == [])
        let game = Samples.host().gameDocument
        #expect(board.handle(.gameSeen(Samples.game, game)) == [.join(Samples.game), .lamps(.joined)])
        #expect(board.handle(.gameSeen(Samples.game, game)) == [])
        #expect(board.handle(press(7)) == [], "there is no such button")
    }

    @Test func aPressBecomesOneAnswer() {
        var (board, _) = playing()
        #expect(board.lamps == .open(choices: 4))
        let answer = Answer(
            gameId: Samples.game, questionId: first, playerId: me, selectedChoiceIndex: 2,
            clientCreatedAtUptimeNs: 77, claim: PressClaim(pressedAt: Samples.time(500), clockError: .milliseconds(1)))
        #expect(board.handle(press(2, claim: 500)) == [.saveAnswer(answer), .lamps(.answered(2))])
        #expect(board.handle(press(2, claim: 600)) == [])
        #expect(board.handle(press(0)) == [])
    }

    @Test func aButtonWithoutAChoiceIsIgnored() throws {
        var (board, _) = playing()
        let card = try QuestionCard(text: "t", choices: ["True", "False"], correct: [0], kind: .truefalse)
        #expect(
            board.handle(.question(first, card.document(for: Samples.game, index: 0, revealed: false)))
                == [.lamps(.open(choices: 2))])
        for button in [2, 3, -1, .max] { #expect(board.handle(press(button)) == []) }
        #expect(board.handle(press(1)).count == 2)
    }

    @Test(
        "a press that surely lies outside the question is kept back, one that may lie inside is not",
        arguments: [
            (-2, 1, false), (-1, 1, true), (0, 0, true), (10_000, 0, true), (10_001, 1, true), (10_002, 1, false),
            (-5_000, 100, false),
        ]
    ) func outside(claim: Int, error: Int, isSent: Bool) {
        var (board, _) = playing()
        #expect(board.handle(press(1, claim: claim, error: error)).isEmpty == !isSent)
        if !isSent { #expect(board.handle(press(1, claim: 50)).count == 2, "the question is not used up") }
    }

    @Test func rightAndWrongAreShownAtTheRevealAndTheNextQuestionOpens() throws {
        for (choice, lamps) in [(2, BoardLamps.right), (1, .wrong)] {
            var (board, host) = playing()
            _ = board.handle(press(choice))
            _ = host.handle(.answer(Samples.arrival(1, choice: choice, arrived: 100)))
            let close = try #require(host.handle(.closeEarly(at: Samples.time(200))).closes.first)
            #expect(board.handle(.questionState(close)) == [])
            #expect(board.handle(press(3)) == [])
            let reveal = try #require(host.handle(.tick(at: Samples.time(3_000))).reveals.first)
            #expect(board.handle(.result(reveal.results[0])) == [.lamps(lamps)])
            #expect(board.handle(.questionState(reveal.state)) == [])
            #expect(board.handle(.leaderboard(reveal.leaderboard)) == [])
            #expect(board.rank == 1)
            let opened = try #require(host.handle(.next(at: Samples.time(4_000))).opened.first)
            #expect(board.handle(.questionState(opened.state)) == [.lamps(.joined)], "its choices are not known yet")
            #expect(board.handle(press(0)) == [])
            #expect(board.handle(.question(opened.id, opened.question)) == [.lamps(.open(choices: 4))])
            #expect(board.handle(press(0)).count == 2)
        }
    }

    @Test func whoDidNotAnswerSeesNeitherRightNorWrong() throws {
        var (board, host) = playing()
        let close = try #require(host.handle(.closeEarly(at: Samples.time(200))).closes.first)
        #expect(board.handle(.questionState(close)) == [.lamps(.joined)])
    }

    @Test func aPollEndsWithoutRightOrWrong() {
        var (board, _) = playing()
        let poll = Samples.card(kind: .poll, correct: []).document(for: Samples.game, index: 0, revealed: true)
        _ = board.handle(.question(first, poll))
        _ = board.handle(press(3))
        _ = board.handle(.questionState(QuestionState(gameId: Samples.game, currentQuestionId: first, phase: .closed)))
        #expect(board.handle(.result(result(of: 1, isCorrect: false))) == [])
        #expect(board.lamps == .answered(3))
    }

    private func result(of player: Int, isCorrect: Bool) -> AnswerResult {
        AnswerResult(
            gameId: Samples.game, questionId: first, playerId: Samples.player(player), isCorrect: isCorrect, points: 0,
            hostReceivedSeq: 0, hostReceivedUptimeNs: 0)
    }

    @Test func resultsAndAnswersOfOthersAreNotMine() {
        var (board, _) = playing()
        let other = Answer(
            gameId: Samples.game, questionId: first, playerId: Samples.player(2), selectedChoiceIndex: 0,
            clientCreatedAtUptimeNs: 1)
        #expect(board.handle(.ownAnswer(other)) == [])
        #expect(board.handle(.result(result(of: 2, isCorrect: true))) == [])
        #expect(board.handle(press(1)).count == 2)
    }

    @Test func afterARestartAStoredAnswerCountsInWhateverOrderDocumentsCome() {
        let (_, host) = playing()
        let stored = Answer(
            gameId: Samples.game, questionId: first, playerId: me, selectedChoiceIndex: 3, clientCreatedAtUptimeNs: 1)
        let question = host.cards[0].document(for: Samples.game, index: 0, revealed: false)
        let documents: [PlayerEvent] = [
            .ownAnswer(stored), .question(first, question), .questionState(host.questionState),
            .gameSeen(Samples.game, host.gameDocument), .connectionUp,
        ]
        for shift in documents.indices {
            var board = PlayerGame(player: me)
            for event in documents[shift...] + documents[..<shift] { _ = board.handle(event) }
            #expect(board.lamps == .answered(3))
            #expect(board.handle(press(1)) == [])
        }
    }

    @Test func aQuestionAskedAgainIsOpenAgain() throws {
        var (board, host) = playing()
        _ = board.handle(press(1))
        let actions = try HostGame.resume(
            host.snapshot, cards: host.cards, rulings: [], bootID: "boot-2", at: MonotonicTime(nanoseconds: 5)
        ).actions
        let opened = try #require(actions.opened.first)
        _ = board.handle(.question(opened.id, opened.question))
        #expect(board.handle(.questionState(opened.state)) == [.lamps(.open(choices: 4))])
        #expect(board.handle(press(1)).count == 2)
    }

    @Test func withoutConnectionAPressIsKeptAndTheLampsSaySo() {
        var (board, _) = playing()
        #expect(board.handle(.connectionDown) == [.lamps(.disconnected)])
        #expect(board.handle(press(1)).count == 1)
        #expect(board.handle(.connectionUp) == [.lamps(.answered(1))])
    }

    @Test func anotherGameStartsAfresh() throws {
        var (board, host) = playing()
        _ = board.handle(press(1))
        let other = try GameID("other")
        #expect(board.handle(.gameSeen(other, host.gameDocument)) == [.join(other), .lamps(.joined)])
        #expect(board.handle(.questionState(host.questionState)) == [], "of the game before")
        #expect(board.handle(press(1)) == [])
    }

    @Test func theEndIsShown() {
        var (board, host) = playing()
        _ = host.handle(.finish(at: Samples.time(1)))
        #expect(board.handle(.questionState(host.questionState)) == [.lamps(.finished)])
        #expect(board.handle(press(1)) == [])
    }
}
