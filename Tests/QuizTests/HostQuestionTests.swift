import Testing
import Timing

@testable import Quiz

@Suite struct HostQuestionTests {
    @Test func startOpensTheFirstQuestionWithoutItsKey() throws {
        var game = Samples.host()
        game.fill(2)
        let actions = game.handle(.start(at: Samples.time(0)))
        let opened = try #require(actions.opened.first)
        #expect(opened.index == 0)
        #expect(opened.id.text == "question::G7::0")
        #expect(opened.question.correctChoiceIndex == -1)
        #expect(opened.question.explanation == nil)
        #expect(opened.key.correctChoiceIndices == [2])
        #expect(opened.state.phase == .asking)
        #expect(opened.state.currentQuestionId == opened.id)
        #expect(opened.state.questionStartHostUptimeNs == Samples.time(0).nanoseconds)
        #expect(opened.state.closeAtHostUptimeNs == Samples.time(10_000).nanoseconds)
        #expect(game.deadline == Samples.time(10_000))
        #expect(actions.last == .publishGame(game.gameDocument))
        #expect(game.gameDocument.phase == .asking)
        #expect(game.handle(.start(at: Samples.time(1))) == [])
    }

    @Test func aGameNeedsQuestions() throws {
        #expect { try Self.game([]) } throws: { ($0 as? QuizError)?.code == .noQuestions }
    }

    private static func game(_ cards: [QuestionCard]) throws -> HostGame {
        try HostGame(
            id: Samples.game, title: "", joinCode: "", createdAt: Samples.created, cards: cards, bootID: "b")
    }

    @Test func theDeadlineClosesOnTheTickAndNotBefore() {
        var game = Samples.host()
        game.fill(1)
        _ = game.handle(.start(at: Samples.time(0)))
        #expect(game.handle(.tick(at: Samples.time(9_999))) == [])
        let actions = game.handle(.tick(at: Samples.time(10_700)))
        #expect(actions.closes.map(\.closeAtHostUptimeNs) == [Samples.time(10_000).nanoseconds])
        #expect(actions.closes.map(\.phase) == [.closed])
        #expect(actions.reveals.isEmpty, "board 1 has not acknowledged")
        #expect(game.deadline == Samples.time(12_700))
    }

    @Test func theRevealWaitsForAllConnectedBoardsThatAreSeated() {
        var game = Samples.host()
        game.fill(3)
        _ = game.handle(.connectionUp(Samples.player(9), at: Samples.time(0)))
        _ = game.handle(.connectionDown(Samples.player(3), at: Samples.time(0)))
        _ = game.handle(.start(at: Samples.time(0)))
        let question = QuestionID(game: Samples.game, index: 0)
        let other = QuestionID(game: Samples.game, index: 1)
        let early = HostEvent.acknowledgedClose(Samples.player(2), question: question, at: Samples.time(5))
        #expect(game.handle(early) == [], "nothing is closed yet")
        _ = game.handle(.closeEarly(at: Samples.time(100)))
        #expect(game.awaited == [Samples.player(1), Samples.player(2)])
        for (player, id) in [(2, other), (1, question), (9, question)] {
            let event = HostEvent.acknowledgedClose(Samples.player(player), question: id, at: Samples.time(110))
            #expect(game.handle(event) == [])
        }
        let last = HostEvent.acknowledgedClose(Samples.player(2), question: question, at: Samples.time(120))
        #expect(game.handle(last).reveals.count == 1)
        #expect(game.awaited == [])
        #expect(game.deadline == nil)
    }

    @Test func aBoardThatGoesAwayIsNotWaitedFor() {
        var game = Samples.host()
        game.fill(1)
        _ = game.handle(.start(at: Samples.time(0)))
        #expect(game.handle(.closeEarly(at: Samples.time(5))).reveals.isEmpty)
        #expect(game.handle(.connectionDown(Samples.player(1), at: Samples.time(6))).reveals.count == 1)
    }

    @Test func theLateWindowEndsTheWait() {
        var game = Samples.host()
        game.fill(1)
        _ = game.handle(.start(at: Samples.time(0)))
        _ = game.handle(.closeEarly(at: Samples.time(100)))
        #expect(game.handle(.tick(at: Samples.time(2_099))) == [])
        #expect(game.handle(.tick(at: Samples.time(2_100))).reveals.count == 1)
    }

    @Test func allConnectedPlayersAnsweredClosesEarly() {
        var game = Samples.host()
        game.fill(3)
        _ = game.handle(.connectionDown(Samples.player(3), at: Samples.time(0)))
        _ = game.handle(.start(at: Samples.time(0)))
        #expect(game.handle(.answer(Samples.arrival(1, choice: 0, arrived: 100))).closes.isEmpty)
        let closes = game.handle(.answer(Samples.arrival(2, choice: 0, arrived: 200))).closes
        #expect(closes.map(\.closeAtHostUptimeNs) == [Samples.time(200).nanoseconds])
    }

    @Test func theOnlyOneMissingGoesAwayAndTheQuestionCloses() {
        var game = Samples.host()
        game.fill(2)
        _ = game.handle(.start(at: Samples.time(0)))
        _ = game.handle(.answer(Samples.arrival(1, choice: 0, arrived: 100)))
        #expect(game.handle(.connectionDown(Samples.player(2), at: Samples.time(300))).closes.count == 1)
    }

    @Test func nobodyConnectedClosesNothingEarly() {
        var game = Samples.host()
        game.fill(1)
        _ = game.handle(.start(at: Samples.time(0)))
        #expect(game.handle(.connectionDown(Samples.player(1), at: Samples.time(300))) == [])
        #expect(game.phase == .asking)
    }

    @Test func closingEarlyIsASetting() {
        var game = Samples.host(settings: HostSettings(closesEarly: false))
        game.fill(1)
        _ = game.handle(.start(at: Samples.time(0)))
        #expect(game.handle(.answer(Samples.arrival(1, choice: 2, arrived: 100))).closes.isEmpty)
        #expect(game.deadline == Samples.time(10_000))
    }

    @Test func nextGoesOnOnlyFromARevealAndEndsAfterTheLastQuestion() {
        var game = Samples.host()
        game.fill(1)
        #expect(game.handle(.next(at: Samples.time(0))) == [])
        _ = game.handle(.start(at: Samples.time(0)))
        #expect(game.handle(.next(at: Samples.time(1))) == [])
        _ = game.handle(.closeEarly(at: Samples.time(2)))
        #expect(game.handle(.next(at: Samples.time(3))) == [])
        _ = game.handle(.tick(at: Samples.time(3_000)))
        let second = game.handle(.next(at: Samples.time(4_000)))
        #expect(second.opened.map(\.id.text) == ["question::G7::1"])
        #expect(second.opened.map(\.state.questionStartSeq) == [1])
        _ = game.handle(.closeEarly(at: Samples.time(5_000)))
        _ = game.handle(.tick(at: Samples.time(8_000)))
        let end = game.handle(.next(at: Samples.time(9_000)))
        #expect(end.finals.map(\.count) == [1])
        #expect(game.questionState.phase == .finished)
        #expect(game.gameDocument.phase == .finished)
        #expect(game.handle(.next(at: Samples.time(9_001))) == [])
        #expect(game.handle(.finish(at: Samples.time(9_001))) == [])
    }

    @Test func finishingInAQuestionRevealsItWithTheAnswersThatAreIn() {
        var game = Samples.host()
        game.fill(2)
        _ = game.handle(.start(at: Samples.time(0)))
        _ = game.handle(.answer(Samples.arrival(1, choice: 2, arrived: 5_000)))
        let actions = game.handle(.finish(at: Samples.time(6_000)))
        #expect(actions.closes.count == 1)
        #expect(actions.reveals.map(\.results.count) == [1])
        #expect(actions.finals.first?.map(\.points) == [500, 0])
        #expect(game.stage == .finished)
    }

    @Test func finishingInTheLobbyEndsTheGame() {
        var game = Samples.host()
        game.fill(1)
        #expect(game.handle(.finish(at: Samples.time(0))).finals.map(\.count) == [1])
    }
}
