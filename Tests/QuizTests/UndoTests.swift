import Testing
import Timing

@testable import Quiz

/// Verdicts that are taken back.
@Suite struct UndoTests {
    /// Player 1 is called at a buzz question, player 2 stands behind.
    private static func called(
        _ players: Int = 3, scoring: Scoring = Scoring(penalty: 200, allowsNegativeTotals: true)
    ) -> HostGame {
        var game = BuzzTests.game(players, settings: HostSettings(scoring: scoring))
        _ = BuzzTests.press(&game, 1, at: 2_000, arrived: 2_005)
        if players > 1 { _ = BuzzTests.press(&game, 2, at: 2_012, arrived: 2_020) }
        _ = BuzzTests.gather(&game, 1...players, at: 2_030)
        return game
    }

    private static func judge(_ game: inout HostGame, _ isRight: Bool, at time: Int) -> [HostAction] {
        game.handle(.verdict(isRight: isRight, at: Samples.time(time)))
    }

    private static func undo(_ game: inout HostGame, at time: Int) -> [HostAction] {
        game.handle(.undoVerdict(at: Samples.time(time)))
    }

    @Test(arguments: [true, false], [1, 3]) func theCallStandsAsBeforeIt(isRight: Bool, players: Int) {
        let before = Self.called(players)
        var game = before
        let judged = Self.judge(&game, isRight, at: 5_000)
        #expect(game.canUndoVerdict)
        let actions = Self.undo(&game, at: 6_000)
        let undone = actions.undone.first
        #expect(undone?.player == Samples.player(1) && undone?.id == before.round?.question && undone?.index == 0)
        #expect(undone?.rulings == before.round?.rulings)
        let results = (judged.reveals + judged.passedOn).flatMap(\.results)
        #expect(undone?.rulings.map(\.result.playerId) == results.map(\.playerId))
        // What its points and ranks had changed is changed back.
        let changed = (judged.reveals + judged.passedOn).flatMap(\.scores).map(\.playerId)
        #expect(Set(changed) == Set(undone?.scores.map(\.playerId) ?? []) && !changed.isEmpty)
        #expect(undone?.scores.allSatisfy { before.scores.contains($0) } == true)
        #expect(undone?.leaderboard == before.leaderboard)
        #expect(actions.contains(.publishGame(before.gameDocument)))
        var state = before.questionState
        state.questionStartSeq = game.questionState.questionStartSeq
        #expect(undone?.state == state && game.questionState == state)
        #expect(state.answeringPlayerId == Samples.player(1) && state.isRevealed == nil)
        #expect(game.buzz == before.buzz && game.seats == before.seats && game.lockedOut == [])
        #expect(game.lastRound == before.lastRound && game.deadline == nil)
    }

    @Test(arguments: [true, false], [true, false])
    func anotherVerdictIsWorthWhatItWouldHaveBeenAtOnce(first: Bool, second: Bool) {
        for scoring in [
            Scoring(), Scoring(mode: .flat, penalty: 300), Scoring(penalty: 50, allowsNegativeTotals: true),
        ] {
            for players in 1...3 {
                var direct = Self.called(players, scoring: scoring)
                var game = direct
                _ = Self.judge(&game, first, at: 5_000)
                _ = Self.undo(&game, at: 6_000)
                let actions = Self.judge(&game, second, at: 9_000)
                let expected = Self.judge(&direct, second, at: 9_000)
                #expect(actions.reveals.count == expected.reveals.count)
                #expect(actions.passedOn.count == expected.passedOn.count)
                for (reveal, other) in zip(
                    actions.reveals + actions.passedOn, expected.reveals + expected.passedOn)
                {
                    #expect(reveal.results == other.results && reveal.rulings == other.rulings)
                    #expect(reveal.buzz == other.buzz && reveal.id == other.id && reveal.question == other.question)
                    #expect(reveal.scores == other.scores && reveal.leaderboard == other.leaderboard)
                }
                let openings = zip(actions.opened, expected.opened)
                #expect(actions.opened.count == expected.opened.count)
                for (opened, other) in openings {
                    #expect(opened.question == other.question)
                    #expect(opened.state.lockedOutPlayerIds == other.state.lockedOutPlayerIds)
                    // The second in which it was open by the first verdict is not given twice.
                    let spent = first || actions.opened.isEmpty ? 0 : 1_000_000_000
                    #expect(opened.state.closeAtHostUptimeNs + Int64(spent) == other.state.closeAtHostUptimeNs)
                }
                #expect(game.seats == direct.seats && game.phase == direct.phase)
                #expect(game.canUndoVerdict)
            }
        }
    }

    @Test func whatTheVerdictHadOpenedIsAskedNoMore() {
        var game = Self.called()
        _ = Self.judge(&game, false, at: 5_000)
        _ = Self.undo(&game, at: 6_000)
        // Pressed in the moment of its withdrawal.
        let stray = BuzzTests.press(&game, 3, at: 5_990, arrived: 6_010, asking: 2)
        #expect(stray.rejections == [.otherQuestion] && stray.rulings.isEmpty && stray.lateRulings.isEmpty)
        let opened = Self.judge(&game, false, at: 7_000).opened
        #expect(opened.map(\.id) == [QuestionID(game: Samples.game, index: 0, asking: 3)])
        #expect(opened.first?.state.lockedOutPlayerIds == [Samples.player(1)])
        #expect(BuzzTests.press(&game, 3, at: 7_990, arrived: 8_000, asking: 2).rejections == [.otherQuestion])
        // Whoever pressed for nothing has every right to the question.
        #expect(BuzzTests.press(&game, 3, at: 8_500, arrived: 8_505, asking: 3).rulings.count == 1)
    }

    @Test func onlyTheLastVerdictCanBeTakenBackAndOnlyOnce() {
        var game = Self.called()
        _ = Self.judge(&game, false, at: 5_000)
        _ = BuzzTests.press(&game, 2, at: 6_000, arrived: 6_001, asking: 2)
        #expect(game.canUndoVerdict, "nobody is to learn that somebody has pressed")
        _ = BuzzTests.gather(&game, 1...3, at: 6_010)
        #expect(Self.undo(&game, at: 6_020).isEmpty, "somebody was called")
        _ = Self.judge(&game, false, at: 7_000)
        #expect(Self.undo(&game, at: 8_000).undone.map(\.player) == [Samples.player(2)])
        #expect(game.lockedOut == [Samples.player(1)] && game.points(1) == -200 && game.points(2) == 0)
        #expect(!game.canUndoVerdict && Self.undo(&game, at: 8_001).isEmpty)
        _ = Self.judge(&game, true, at: 9_000)
        #expect(Self.undo(&game, at: 9_500).undone.count == 1)
        #expect(Self.judge(&game, false, at: 9_600).opened.map(\.id.text) == ["question::G7::0-4"])
    }

    @Test func aPressThatNobodyKnowsOfIsVoidWithWhatTheVerdictHadOpened() {
        let before = Self.called()
        var game = before
        _ = Self.judge(&game, false, at: 5_000)
        #expect(BuzzTests.press(&game, 2, at: 6_000, arrived: 6_001, asking: 2).rulings.count == 1)
        #expect(Self.undo(&game, at: 6_002).undone.map(\.player) == [Samples.player(1)])
        #expect(game.buzz == before.buzz && game.seats == before.seats)
        #expect(BuzzTests.gather(&game, 1...3, at: 6_010).isEmpty)
        let reveal = Self.judge(&game, true, at: 7_000).reveals.first
        #expect(reveal?.results.map(\.playerId) == [Samples.player(1), Samples.player(2)])
    }

    @Test func whatHasGoneOnIsNotTakenBack() {
        var next = Self.called()
        _ = Self.judge(&next, true, at: 5_000)
        var finished = next
        _ = next.handle(.next(at: Samples.time(6_000)))
        #expect(!next.canUndoVerdict && Self.undo(&next, at: 6_001).isEmpty)
        _ = finished.handle(.finish(at: Samples.time(6_000)))
        #expect(!finished.canUndoVerdict && Self.undo(&finished, at: 6_001).isEmpty)
        var closed = Self.called()
        _ = Self.judge(&closed, false, at: 5_000)
        _ = closed.handle(.closeEarly(at: Samples.time(6_000)))
        #expect(!closed.canUndoVerdict && Self.undo(&closed, at: 6_001).isEmpty)
        // At the moment of its end it is over.
        var due = Self.called()
        _ = Self.judge(&due, false, at: 5_000)
        #expect(Self.undo(&due, at: 20_000).undone.isEmpty && due.phase == .closed)
        var given = Self.called()
        _ = given.handle(.finish(at: Samples.time(5_000)))
        #expect(Self.undo(&given, at: 6_001).isEmpty, "without a verdict there is nothing to take back")
        var plain = Samples.host()
        plain.fill(1)
        for event in [HostEvent.start(at: Samples.time(0)), .closeEarly(at: Samples.time(1))] {
            _ = plain.handle(event)
        }
        #expect(Self.undo(&plain, at: 2).isEmpty)
    }

    @Test(arguments: [true, false]) func whatCameLateWhileTheVerdictStoodStaysLate(isRight: Bool) {
        var game = Self.called()
        _ = Self.judge(&game, isRight, at: 5_000)
        #expect(BuzzTests.press(&game, 3, at: 2_100, arrived: 5_500).lateRulings.count == 1)
        _ = Self.undo(&game, at: 6_000)
        #expect(BuzzTests.press(&game, 3, at: 2_100, arrived: 6_500).rejections == [.repeated])
        #expect(game.buzz?.places.map(\.player) == [Samples.player(1), Samples.player(2)])
        let again = Self.judge(&game, true, at: 7_000)
        #expect(again.reveals.first?.results.map(\.playerId) == [Samples.player(1), Samples.player(2)])
        #expect(BuzzTests.press(&game, 3, at: 2_100, arrived: 7_500).rejections == [.repeated])
        _ = Self.undo(&game, at: 8_000)
        _ = Self.judge(&game, false, at: 9_000)
        #expect(BuzzTests.press(&game, 3, at: 9_500, arrived: 9_501, asking: isRight ? 2 : 3).rulings.count == 1)
    }

    @Test func whoComesAfterTheVerdictHasNoTryByItsBeingTakenBack() {
        var game = Self.called()
        _ = Self.judge(&game, false, at: 5_000)
        _ = game.handle(.connectionUp(Samples.player(9), at: Samples.time(5_100)))
        _ = game.handle(.seat(Samples.player(9), name: "Again", at: Samples.time(5_100)))
        _ = Self.undo(&game, at: 6_000)
        _ = Self.judge(&game, false, at: 7_000)
        #expect(BuzzTests.press(&game, 9, at: 7_500, arrived: 7_501, asking: 3).rejections == [.lockedOut])
    }

    @Test(arguments: [true, false]) func aHostThatWasKilledTakesItBackToo(isRight: Bool) throws {
        var game = Self.called()
        let rulings = game.round?.rulings ?? []
        _ = Self.judge(&game, isRight, at: 5_000)
        func resumed(boot: String) throws -> HostGame {
            try HostGame.resume(
                game.snapshot, cards: game.cards, rulings: rulings, bootID: boot, at: Samples.time(6_000)
            ).game
        }
        let again = try resumed(boot: "boot-1")
        #expect(again.canUndoVerdict && again.snapshot == game.snapshot)
        _ = Self.undo(&game, at: 7_000)
        #expect(try resumed(boot: "boot-1").buzz == game.buzz)
    }

    @Test(arguments: [true, false]) func afterARebootAVerdictStands(isRight: Bool) throws {
        var game = Self.called()
        _ = Self.judge(&game, isRight, at: 5_000)
        var (again, _) = try HostGame.resume(
            game.snapshot, cards: game.cards, rulings: [], bootID: "boot-2", at: Samples.time(0))
        #expect(!again.canUndoVerdict && Self.undo(&again, at: 1_000).isEmpty)
        #expect(again.seats == game.seats)
    }

    @Test func aCallThatIsAskedAgainAfterARebootHasAFreshID() throws {
        var game = Self.called()
        _ = Self.judge(&game, false, at: 5_000)
        _ = Self.undo(&game, at: 6_000)
        let (_, actions) = try HostGame.resume(
            game.snapshot, cards: game.cards, rulings: [], bootID: "boot-2", at: Samples.time(0))
        #expect(actions.opened.map(\.id) == [QuestionID(game: Samples.game, index: 0, asking: 3)])
    }
}
