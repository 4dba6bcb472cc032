import FoundationEssentials
import Testing
import Timing

@testable import Quiz

@Suite struct HostResumeTests {
    private func stored(_ game: HostGame) throws -> HostGame.Snapshot {
        try JSONDecoder().decode(HostGame.Snapshot.self, from: JSONEncoder().encode(game.snapshot))
    }

    /// Two players, the first question open since 0, player 1 has answered it right at 1 s.
    private func interrupted() -> (game: HostGame, rulings: [RuledAnswer]) {
        var game = Samples.host()
        game.fill(2)
        _ = game.handle(.start(at: Samples.time(0)))
        let rulings = game.handle(.answer(Samples.arrival(1, choice: 2, arrived: 1_000))).rulings
        return (game, rulings)
    }

    @Test func inTheSameBootTheOpenQuestionGoesOnWithItsDeadline() throws {
        let (game, rulings) = interrupted()
        var (again, actions) = try HostGame.resume(
            stored(game), cards: game.cards, rulings: rulings, bootID: "boot-1", at: Samples.time(4_000))
        #expect(actions == [])
        #expect(again.deadline == Samples.time(10_000))
        #expect(again.handle(.answer(Samples.arrival(1, choice: 0, arrived: 4_100))).rejections == [.repeated])
        #expect(again.handle(.answer(Samples.arrival(2, choice: 2, arrived: 5_000))).closes.count == 1)
        let revealed = try #require(again.handle(.tick(at: Samples.time(8_000))).reveals.first)
        #expect(revealed.results.map(\.points) == [900, 500])
    }

    @Test func aDeadlineThatPassedMeanwhileClosesAtItsMomentAndWaitsForTheBoardsAnew() throws {
        let (game, rulings) = interrupted()
        let (again, actions) = try HostGame.resume(
            stored(game), cards: game.cards, rulings: rulings, bootID: "boot-1", at: Samples.time(60_000))
        #expect(actions.closes.map(\.closeAtHostUptimeNs) == [Samples.time(10_000).nanoseconds])
        #expect(again.deadline == Samples.time(62_000))
        #expect(again.awaited.count == 2)
    }

    @Test func inAnotherBootTheQuestionIsAskedAgainAndItsAnswersAreVoid() throws {
        let (game, rulings) = interrupted()
        let boot = MonotonicTime(nanoseconds: 5)
        var (again, actions) = try HostGame.resume(
            stored(game), cards: game.cards, rulings: rulings, bootID: "boot-2", at: boot)
        #expect(actions.first == .voidAnswers(QuestionID(game: Samples.game, index: 0)))
        let opened = try #require(actions.opened.first)
        #expect(opened.id.text == "question::G7::0-2")
        #expect(opened.state.questionStartHostUptimeNs == 5)
        #expect(opened.state.questionStartSeq == 1)
        #expect(again.round?.rulings == [])
        let void = AnswerArrival(
            player: Samples.player(1), question: QuestionID(game: Samples.game, index: 0), choice: 2, claim: nil,
            arrivedAt: boot, sequence: 1, allowance: .zero)
        #expect(again.handle(.answer(void)).rejections == [.otherQuestion])
        let answer = AnswerArrival(
            player: Samples.player(1), question: opened.id, choice: 2, claim: nil,
            arrivedAt: boot.advanced(by: .seconds(1)), sequence: 1, allowance: .zero)
        #expect(again.handle(.answer(answer)).rulings.map(\.result.points) == [900])
        let third = try HostGame.resume(stored(again), cards: game.cards, rulings: [], bootID: "boot-3", at: boot)
        #expect(third.actions.opened.map(\.id.text) == ["question::G7::0-3"])
        #expect(third.game.round?.question == third.actions.opened.first?.id)
    }

    @Test func whatIsScoredIsKeptInAnotherBoot() throws {
        var (game, rulings) = interrupted()
        _ = game.handle(.tick(at: Samples.time(10_000)))
        _ = game.handle(.tick(at: Samples.time(12_000)))
        #expect(game.points(1) == 900)
        var (again, actions) = try HostGame.resume(
            stored(game), cards: game.cards, rulings: rulings, bootID: "boot-2", at: MonotonicTime(nanoseconds: 5))
        #expect(actions == [])
        #expect(again.points(1) == 900)
        #expect(again.standings == game.standings)
        #expect(again.handle(.next(at: MonotonicTime(nanoseconds: 9))).opened.map(\.id.text) == ["question::G7::1"])
    }

    @Test func aSnapshotThatDoesNotFitIsRefused() throws {
        let (game, _) = interrupted()
        func resume(_ snapshot: HostGame.Snapshot, _ cards: [QuestionCard]) throws {
            _ = try HostGame.resume(snapshot, cards: cards, rulings: [], bootID: "boot-1", at: Samples.origin)
        }
        let snapshot = try stored(game)
        #expect { try resume(snapshot, [Samples.card()]) } throws: { ($0 as? QuizError)?.code == .invalidSnapshot }
        var broken = snapshot
        broken.stage = .closed(index: 2)
        #expect { try resume(broken, game.cards) } throws: { ($0 as? QuizError)?.code == .invalidSnapshot }
        var newer = snapshot
        newer.format = 2
        #expect { try resume(newer, game.cards) } throws: { ($0 as? QuizError)?.code == .invalidSnapshot }
        #expect(throws: Never.self) { try resume(snapshot, game.cards) }
    }

    @Test func aSnapshotHoldsNoQuestionAndNoRuling() throws {
        let (game, _) = interrupted()
        let text = String(decoding: try JSONEncoder().encode(game.snapshot), as: UTF8.self)
        #expect(!text.contains("Seven eights"))
        #expect(!text.contains("isCorrect"))
    }
}
