import Testing
import Timing

@testable import Quiz

@Suite struct HostAnswerTests {
    /// A game of two players with its first question open since 0, that only closes when told or at 10 s.
    private func asking(_ cards: [QuestionCard] = [Samples.card(), Samples.card()], scoring: Scoring = Scoring())
        -> HostGame
    {
        var game = Samples.host(cards, settings: HostSettings(scoring: scoring, closesEarly: false))
        game.fill(2)
        _ = game.handle(.start(at: Samples.time(0)))
        return game
    }

    private func reveal(_ game: inout HostGame, at milliseconds: Int) throws -> Reveal {
        let actions =
            game.handle(.closeEarly(at: Samples.time(milliseconds)))
            + game.handle(.tick(at: Samples.time(milliseconds + 2_000)))
        return try #require(actions.reveals.first)
    }

    @Test func aRightAnswerEarnsByTheTimeOfItsPress() throws {
        var game = asking()
        let actions = game.handle(
            .answer(Samples.arrival(1, choice: 2, pressed: 2_500, arrived: 2_600, sequence: 17)))
        let ruling = try #require(actions.rulings.first)
        #expect(ruling.result.points == 750)
        #expect(ruling.result.isCorrect)
        #expect(ruling.result.pressedAtHostUptimeNs == Samples.time(2_500).nanoseconds)
        #expect(ruling.result.hostReceivedUptimeNs == Samples.time(2_600).nanoseconds)
        #expect(ruling.result.hostReceivedSeq == 17)
        #expect(ruling.result.wasClamped == nil)
        #expect(ruling.choice == 2)
    }

    @Test func nothingIsPublicBeforeTheReveal() throws {
        var game = asking()
        let before = game.scores
        let actions = game.handle(.answer(Samples.arrival(1, choice: 2, arrived: 2_500)))
        #expect(actions.count == 1 && actions.rulings.count == 1)
        #expect(game.scores == before)
        #expect(game.leaderboard.entries.allSatisfy { $0.totalPoints == 0 })
        let revealed = try reveal(&game, at: 3_000)
        #expect(revealed.results.map(\.points) == [750])
        #expect(revealed.distribution == [0, 0, 1, 0])
        #expect(revealed.question.correctChoiceIndex == 2)
        #expect(revealed.state.isRevealed == true)
        #expect(revealed.scores.map(\.totalPoints) == [750, 0])
        #expect(revealed.scores.map(\.rank) == [1, 2])
        #expect(revealed.leaderboard.entries.map(\.totalPoints) == [750, 0])
        #expect(revealed.leaderboard == game.leaderboard)
    }

    @Test func aForgedClaimIsClampedAndFlagged() {
        var game = asking()
        let forged = Samples.arrival(1, choice: 2, pressed: -5_000, arrived: 5_000)
        let ruling = game.handle(.answer(forged)).rulings.first
        #expect(ruling?.result.points == 525)
        #expect(ruling?.result.wasClamped == true)
        #expect(ruling?.claim == forged.claim)
    }

    @Test func onlyTheFirstAnswerCounts() throws {
        var game = asking()
        _ = game.handle(.answer(Samples.arrival(1, choice: 0, arrived: 1_000)))
        for choice in [2, 0] {
            #expect(game.handle(.answer(Samples.arrival(1, choice: choice, arrived: 1_100))).rejections == [.repeated])
        }
        #expect(try reveal(&game, at: 2_000).results.map(\.points) == [0])
        #expect(game.points(1) == 0)
    }

    @Test func whatIsNoAnswerNeverUsesUpTheQuestion() {
        var game = Samples.host(settings: HostSettings(closesEarly: false))
        game.fill(1)
        #expect(game.handle(.answer(Samples.arrival(1, choice: 2, arrived: -10))).rejections == [.notOpen])
        _ = game.handle(.start(at: Samples.time(0)))
        let refused: [(AnswerArrival, AnswerRejection)] = [
            (Samples.arrival(7, choice: 2, arrived: 50), .notSeated),
            (Samples.arrival(1, choice: 2, arrived: -1), .beforeStart),
            (Samples.arrival(1, choice: 4, arrived: 50), .choiceOutOfRange),
            (Samples.arrival(1, choice: -1, arrived: 50), .choiceOutOfRange),
            (Samples.arrival(1, choice: .max, arrived: 50), .choiceOutOfRange),
            (Samples.arrival(1, choice: 2, arrived: 50, question: 1), .otherQuestion),
            (Samples.arrival(1, choice: 2, arrived: 50, asking: 2), .otherQuestion),
        ]
        for (arrival, reason) in refused {
            #expect(game.handle(.answer(arrival)).rejections == [reason])
        }
        #expect(
            game.handle(.answer(Samples.arrival(1, choice: 2, arrived: 1_000))).rulings.map(\.result.points) == [900])
    }

    @Test func anAnswerAfterTheRevealDoesNotUseUpTheNextQuestion() {
        var game = asking()
        _ = game.handle(.closeEarly(at: Samples.time(1_000)))
        _ = game.handle(.tick(at: Samples.time(3_000)))
        #expect(game.handle(.answer(Samples.arrival(1, choice: 2, arrived: 3_500))).rejections == [.afterClose])
        _ = game.handle(.next(at: Samples.time(4_000)))
        #expect(game.handle(.answer(Samples.arrival(1, choice: 2, arrived: 4_100))).rejections == [.afterClose])
        let answer = Samples.arrival(1, choice: 2, arrived: 5_000, question: 1)
        #expect(game.handle(.answer(answer)).rulings.map(\.result.points) == [900])
    }

    @Test(
        "a press counts when it is ruled at or before the close and comes before the reveal",
        arguments: [
            (9_990, 10_050, true), (10_000, 10_050, true), (10_001, 10_050, false), (nil, 10_050, false),
            (9_000, 10_300, false), (9_999, 11_000, false),
        ] as [(Int?, Int, Bool)]
    ) func close(pressed: Int?, arrived: Int, counts: Bool) {
        var game = asking()
        _ = game.handle(.tick(at: Samples.time(10_000)))
        let actions = game.handle(.answer(Samples.arrival(1, choice: 2, pressed: pressed, arrived: arrived)))
        #expect(actions.rulings.map(\.result.points) == (counts ? [100] : []))
        #expect(actions.rejections == (counts ? [] : [.afterClose]))
    }

    @Test func anAnswerThatPassesTheDeadlineItselfClosesTheQuestionFirst() {
        var game = asking()
        let actions = game.handle(.answer(Samples.arrival(1, choice: 2, pressed: 9_950, arrived: 10_020)))
        #expect(actions.closes.map(\.closeAtHostUptimeNs) == [Samples.time(10_000).nanoseconds])
        #expect(actions.rulings.count == 1)
    }

    @Test func aPressInTimeThatComesAfterTheRevealIsLateAndEarnsNothing() throws {
        var game = asking()
        _ = game.handle(.answer(Samples.arrival(2, choice: 2, arrived: 500)))
        _ = try reveal(&game, at: 1_000)
        let late = Samples.arrival(1, choice: 2, pressed: 900, arrived: 9_000)
        let ruling = try #require(game.handle(.answer(late)).lateRulings.first)
        #expect(ruling.result.isLate == true)
        #expect(ruling.result.points == 0)
        #expect(!ruling.result.isCorrect)
        #expect(game.points(1) == 0)
        #expect(game.handle(.answer(late)).rejections == [.repeated])
        #expect(
            game.handle(.answer(Samples.arrival(2, choice: 1, pressed: 400, arrived: 9_001))).rejections == [.repeated])
    }

    @Test func weightPenaltyAndFlatReachTheTotals() throws {
        let cards = [Samples.card(weight: 2), Samples.card(), Samples.card(weight: 0), Samples.card(weight: 0)]
        var game = asking(cards, scoring: Scoring(mode: .flat, penalty: 1_500))
        var points: [[Int]] = []
        for (index, choices) in [(2, 0), (2, 1), (0, 2), (2, 2)].enumerated() {
            let start = index * 10_000
            _ = game.handle(.answer(Samples.arrival(1, choice: choices.0, arrived: start + 10, question: index)))
            _ = game.handle(.answer(Samples.arrival(2, choice: choices.1, arrived: start + 20, question: index)))
            points.append(try reveal(&game, at: start + 100).results.map(\.points))
            _ = game.handle(.next(at: Samples.time(start + 10_000)))
        }
        #expect(points == [[2000, 0], [1000, 0], [0, 0], [0, 0]])
        #expect(game.points(1) == 3000)
    }

    @Test func aPenaltyTakesWhatIsThere() throws {
        var game = asking([Samples.card(), Samples.card(), Samples.card()], scoring: Scoring(penalty: 700))
        _ = game.handle(.answer(Samples.arrival(1, choice: 2, arrived: 0)))
        #expect(try reveal(&game, at: 100).results.map(\.points) == [1000])
        _ = game.handle(.next(at: Samples.time(10_000)))
        _ = game.handle(.answer(Samples.arrival(1, choice: 1, arrived: 10_010, question: 1)))
        #expect(try reveal(&game, at: 10_100).results.map(\.points) == [-700])
        _ = game.handle(.next(at: Samples.time(20_000)))
        _ = game.handle(.answer(Samples.arrival(1, choice: 1, arrived: 20_010, question: 2)))
        #expect(try reveal(&game, at: 20_100).results.map(\.points) == [-300])
        #expect(game.points(1) == 0)
    }

    @Test func aPollGivesAndTakesNothing() throws {
        var game = asking([Samples.card(kind: .poll, correct: [])], scoring: Scoring(penalty: 100))
        _ = game.handle(.answer(Samples.arrival(1, choice: 3, arrived: 10)))
        _ = game.handle(.answer(Samples.arrival(2, choice: 3, arrived: 20)))
        let revealed = try reveal(&game, at: 100)
        #expect(revealed.distribution == [0, 0, 0, 2])
        #expect(revealed.results.allSatisfy { $0.points == 0 && !$0.isCorrect })
        #expect(revealed.question.correctChoiceIndex == -1)
    }

    @Test func anyOfSeveralRightChoicesIsRight() {
        var game = asking([Samples.card(correct: [0, 3])])
        #expect(
            game.handle(.answer(Samples.arrival(1, choice: 3, arrived: 0))).rulings.map(\.result.isCorrect) == [true])
        #expect(
            game.handle(.answer(Samples.arrival(2, choice: 2, arrived: 0))).rulings.map(\.result.isCorrect) == [false])
    }
}
